#compdef herrlof
# made by: herrlof completion zsh
if (( CURRENT == 2 )); then
    local -a commands
    commands=(
        'play:Go straight to the table.'
        'learn:Learn a game in lessons.'
        'replay:Show a match move by move.'
        'list:List kept matches.'
        'verify:Prove that a match was dealt and played fairly.'
        'export:Print a match to read or to paste.'
        'review:Judge a match'\''s decisions, each from what its player knew.'
        'judge:Judge one decision of a match, as a hint does.'
        'stats:Count matches, wins and points.'
        'repair:Copy a damaged record up to the damage.'
        'remove:Delete kept matches.'
        'schema:Print the JSON Schema of records, or of a seat'\''s lines.'
        'locate:Print where records and settings are kept.'
        'doctor:Tell what was found here, to quote when you ask for help.'
        'completion:Print what a shell completes, or the manual.'
        'games:List the games and where they come from.'
        'rules:Print the rules of a game.'
        'fairness:Print how play is kept fair.'
        'host:Open a table to players at other screens.'
        'join:Take a seat at a table that'\''s open.'
        'certify:Check whether a program looks at anything but its cards.'
        'arena:Bots meet in whole matches; each deal is played once for each seat, the bots moving on by one. Of two bots the second takes all other seats. Of more every pair meets, with three seats every triple, and so on.'
        'bench:Measure the engine'\''s speed.'
    )
    _describe -t commands command commands
fi
case $words[2] in
    -*|'')
        _arguments \
            '*--help[show this help message and exit]' \
            '*--version[print the version]' \
            '*--ascii[draw with plain ASCII characters]' \
            '*--plain[speak in lines, for a screen reader or a pipe]' \
            '*: :_files'
        ;;
    play)
        _arguments \
            '*--help[show this help message and exit]' \
            '*--ascii[draw with plain ASCII characters]' \
            '*--plain[speak in lines, for a screen reader or a pipe]' \
            '*--seat[once for each seat, in order  a person'\''s name, elsewhere or Ben=elsewhere for whoever joins, a bot as in bot rules or Freya=bot rules, or a program as in '\''program ./mybot --fast'\''; herrlof arena --help lists the bots]: :()' \
            '*--edition[Herrlof  Edition, english or dutch (english).]: :()' \
            '*--goal[Herrlof  Goal, 1 to 999 (50). How-Ruck!  Barrels to win, 1 to 5 (3).]: :()' \
            '*--first-dealer[Herrlof  First dealer, 0 or 1 (random). Herald  First dealer, 0 or 1 (random).]: :()' \
            '*--games[Herald  Games, 1 to 9 (1).]: :()' \
            '*--race[How-Ruck!  Sorting, clock or even (clock).]: :()' \
            '*--teams[How-Ruck!  Teams, built or dealt (built).]: :()' \
            '*--size[Herfor  Points a side, 5, 6 or 7 (6).]: :()' \
            '*--negative[Herfor  Komi below 0, no or yes (yes).]: :()' \
            '*--namer[Herfor  Who names the komi, 0 or 1 (0).]: :()' \
            '*--pace[length of all pauses  0 for none, 2 for twice as long, up to 10]: :()' \
            '*--theme[colours, this time]: :(dark light terminal)' \
            '*--hints[with or without hints from the coach; between people only if all agree]' \
            '*--no-hints[with or without hints from the coach; between people only if all agree]' \
            '*--no-motion[no motion  the end state at once]' \
            '*--deal[play this code'\''s deals, or today, the deal of the day]: :()' \
            '*: :(herrlof herald how-ruck herfor)'
        ;;
    learn)
        _arguments \
            '*--help[show this help message and exit]' \
            '*--ascii[draw with plain ASCII characters]' \
            '*--plain[speak in lines, for a screen reader or a pipe]' \
            '*: :(herrlof herald how-ruck herfor)'
        ;;
    replay)
        _arguments \
            '*--help[show this help message and exit]' \
            '*--ascii[draw with plain ASCII characters]' \
            '*--plain[speak in lines, for a screen reader or a pipe]' \
            '*: :_files'
        ;;
    list)
        _arguments \
            '*--help[show this help message and exit]' \
            '*--game[only matches of this game]: :()' \
            '*--state[only matches in this state]: :(unfinished finished open damaged unreadable)' \
            '*--limit[only this many, the latest]: :()' \
            '*--json[print JSON only]' \
            '*--plain[a line a row, with tabs  for a screen reader, or for cut and awk]' \
            '*: :_files'
        ;;
    verify)
        _arguments \
            '*--help[show this help message and exit]' \
            '*--json[print JSON only]' \
            '*: :_files'
        ;;
    export)
        _arguments \
            '*--help[show this help message and exit]' \
            '*--format[for people, or for programs]: :(text json)' \
            '*--review[with the coach'\''s word on each move  cost, what was better, why]' \
            '*: :_files'
        ;;
    review)
        _arguments \
            '*--help[show this help message and exit]' \
            '*--seat[only this seat'\''s decisions  a player'\''s name, or a number from 1]: :()' \
            '*--json[print JSON only]' \
            '*--plain[in sentences, a line each, without marks  for a screen reader]' \
            '*: :_files'
        ;;
    judge)
        _arguments \
            '*--help[show this help message and exit]' \
            '*--more[think on, in this many more imagined deals or games]: :()' \
            '*--json[print JSON only]' \
            '*--plain[a line a row, with tabs  for a screen reader, or for cut and awk]' \
            '*: :_files'
        ;;
    stats)
        _arguments \
            '*--help[show this help message and exit]' \
            '*--game[only this game  herrlof, herald, how-ruck, herfor]: :()' \
            '*--player[seats with this name; else all seats of people]: :()' \
            '*--with-help[matches with hints and take-backs too, listed separately]' \
            '*--json[print JSON only]' \
            '*--plain[a line a row, with tabs  for a screen reader, or for cut and awk]' \
            '*: :_files'
        ;;
    repair)
        _arguments \
            '*--help[show this help message and exit]' \
            '*: :_files'
        ;;
    remove)
        _arguments \
            '*--help[show this help message and exit]' \
            '*--yes[don'\''t ask]' \
            '*: :_files'
        ;;
    schema)
        _arguments \
            '*--help[show this help message and exit]' \
            '*: :(records seats)'
        ;;
    locate)
        _arguments \
            '*--help[show this help message and exit]' \
            '*--json[print JSON only]' \
            '*: :_files'
        ;;
    doctor)
        _arguments \
            '*--help[show this help message and exit]' \
            '*--json[print JSON only]' \
            '*: :_files'
        ;;
    completion)
        _arguments \
            '*--help[show this help message and exit]' \
            '*: :(bash zsh fish man)'
        ;;
    games)
        _arguments \
            '*--help[show this help message and exit]' \
            '*--json[print JSON only]' \
            '*--plain[a line a row, with tabs  for a screen reader, or for cut and awk]' \
            '*--new[write a small game'\''s package into this folder]: :()' \
            '*: :_files'
        ;;
    rules)
        _arguments \
            '*--help[show this help message and exit]' \
            '*--json[print JSON only]' \
            '*--plain[in sentences, a line each, without marks  for a screen reader]' \
            '*: :_files'
        ;;
    fairness)
        _arguments \
            '*--help[show this help message and exit]' \
            '*--json[print JSON only]' \
            '*--plain[in sentences, a line each, without marks  for a screen reader]' \
            '*: :_files'
        ;;
    host)
        _arguments \
            '*--help[show this help message and exit]' \
            '*--ascii[draw with plain ASCII characters]' \
            '*--plain[speak in lines, for a screen reader or a pipe]' \
            '*--seat[once for each seat, in order  a person'\''s name, elsewhere or Ben=elsewhere for whoever joins, a bot as in bot rules or Freya=bot rules, or a program as in '\''program ./mybot --fast'\''; herrlof arena --help lists the bots]: :()' \
            '*--edition[Herrlof  Edition, english or dutch (english).]: :()' \
            '*--goal[Herrlof  Goal, 1 to 999 (50). How-Ruck!  Barrels to win, 1 to 5 (3).]: :()' \
            '*--first-dealer[Herrlof  First dealer, 0 or 1 (random). Herald  First dealer, 0 or 1 (random).]: :()' \
            '*--games[Herald  Games, 1 to 9 (1).]: :()' \
            '*--race[How-Ruck!  Sorting, clock or even (clock).]: :()' \
            '*--teams[How-Ruck!  Teams, built or dealt (built).]: :()' \
            '*--size[Herfor  Points a side, 5, 6 or 7 (6).]: :()' \
            '*--negative[Herfor  Komi below 0, no or yes (yes).]: :()' \
            '*--namer[Herfor  Who names the komi, 0 or 1 (0).]: :()' \
            '*--pace[length of all pauses  0 for none, 2 for twice as long, up to 10]: :()' \
            '*--theme[colours, this time]: :(dark light terminal)' \
            '*--hints[with or without hints from the coach; between people only if all agree]' \
            '*--no-hints[with or without hints from the coach; between people only if all agree]' \
            '*--no-motion[no motion  the end state at once]' \
            '*--deal[play this code'\''s deals, or today, the deal of the day]: :()' \
            '*--group[let users of this system group join too]: :()' \
            '*--watch[let others watch, without a seat]' \
            '*--ssh[let others join by ssh, with a code of three words]' \
            '*--port[the port for ssh (8022)]: :()' \
            '*--web[let browsers join, each seat by a link of its own]' \
            '*--web-port[the port for browsers (any)]: :()' \
            '*--web-url[the address of a proxy that leads there]: :()' \
            '*--address[the address at which this machine waits for others (127.0.0.1)]: :()' \
            '*: :(herrlof herald how-ruck herfor)'
        ;;
    join)
        _arguments \
            '*--help[show this help message and exit]' \
            '*--watch[watch, without a seat]' \
            '*--ascii[draw with plain ASCII characters]' \
            '*--plain[speak in lines, for a screen reader or a pipe]' \
            '*: :_files'
        ;;
    certify)
        _arguments \
            '*--help[show this help message and exit]' \
            '*--game[which game  herrlof, herald, how-ruck, herfor]: :()' \
            '*--seats[how many seats the matches have]: :()' \
            '*--pairs[how many pairs of worlds (50)]: :()' \
            '*--seed[the same number tries the same worlds]: :()' \
            '*: :_files'
        ;;
    arena)
        _arguments \
            '*--help[show this help message and exit]' \
            '*--game[which game  herrlof, herald, how-ruck, herfor (herrlof)]: :()' \
            '*--games[matches at each table, rounded up to whole groups (1000)]: :()' \
            '*--seats[seats at a table (as few as it can be)]: :()' \
            '*--edition[Herrlof  Edition, english or dutch (english).]: :()' \
            '*--goal[Herrlof  Goal, 1 to 999 (50). How-Ruck!  Barrels to win, 1 to 5 (3).]: :()' \
            '*--first-dealer[Herrlof  First dealer, 0 or 1 (random). Herald  First dealer, 0 or 1 (random).]: :()' \
            '*--option-games[Herald  Games, 1 to 9 (1).]: :()' \
            '*--race[How-Ruck!  Sorting, clock or even (clock).]: :()' \
            '*--teams[How-Ruck!  Teams, built or dealt (built).]: :()' \
            '*--size[Herfor  Points a side, 5, 6 or 7 (6).]: :()' \
            '*--negative[Herfor  Komi below 0, no or yes (yes).]: :()' \
            '*--namer[Herfor  Who names the komi, 0 or 1 (0).]: :()' \
            '*--seed[the same seed gives the same result (1)]: :()' \
            '*--jobs[processes that play (one a processor); 1  this one alone, for the truest times]: :()' \
            '*--scheduler[play on a Dask cluster (extra  cluster)]: :()' \
            '*--sprt[stop once it'\''s clear whether the first of two bots is that many points a round ahead, or not at all (alpha = beta = 0.05)]: :()' \
            '*--json[print JSON only]' \
            '*--plain[a line a row, with tabs  for a screen reader, or for cut and awk]' \
            '*: :_files'
        ;;
    bench)
        _arguments \
            '*--help[show this help message and exit]' \
            '*--seconds[how long each measurement runs]: :()' \
            '*: :(herrlof herald how-ruck herfor)'
        ;;
esac
