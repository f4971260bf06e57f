# made by: herrlof completion bash
_herrlof() {
    local word=${COMP_WORDS[COMP_CWORD]} command= i
    for ((i = 1; i < COMP_CWORD; i++)); do
        case ${COMP_WORDS[i]} in play|learn|replay|list|verify|export|review|judge|stats|repair|remove|schema|locate|doctor|completion|games|rules|fairness|host|join|certify|arena|bench) command=${COMP_WORDS[i]}; break ;; esac
    done
    case $command in
        '') COMPREPLY=($(compgen -W 'play learn replay list verify export review judge stats repair remove schema locate doctor completion games rules fairness host join certify arena bench --help --version --ascii --plain' -- "$word")) ;;
        'play') COMPREPLY=($(compgen -W 'herrlof herald how-ruck herfor --help --ascii --plain --seat --edition --goal --first-dealer --games --race --teams --size --negative --namer --pace --theme --hints --no-hints --no-motion --deal' -- "$word")) ;;
        'learn') COMPREPLY=($(compgen -W 'herrlof herald how-ruck herfor --help --ascii --plain' -- "$word")) ;;
        'replay') COMPREPLY=($(compgen -W '--help --ascii --plain' -- "$word")) ;;
        'list') COMPREPLY=($(compgen -W '--help --game --state --limit --json --plain' -- "$word")) ;;
        'verify') COMPREPLY=($(compgen -W '--help --json' -- "$word")) ;;
        'export') COMPREPLY=($(compgen -W '--help --format --review' -- "$word")) ;;
        'review') COMPREPLY=($(compgen -W '--help --seat --json --plain' -- "$word")) ;;
        'judge') COMPREPLY=($(compgen -W '--help --more --json --plain' -- "$word")) ;;
        'stats') COMPREPLY=($(compgen -W '--help --game --player --with-help --json --plain' -- "$word")) ;;
        'repair') COMPREPLY=($(compgen -W '--help' -- "$word")) ;;
        'remove') COMPREPLY=($(compgen -W '--help --yes' -- "$word")) ;;
        'schema') COMPREPLY=($(compgen -W 'records seats --help' -- "$word")) ;;
        'locate') COMPREPLY=($(compgen -W '--help --json' -- "$word")) ;;
        'doctor') COMPREPLY=($(compgen -W '--help --json' -- "$word")) ;;
        'completion') COMPREPLY=($(compgen -W 'bash zsh fish man --help' -- "$word")) ;;
        'games') COMPREPLY=($(compgen -W '--help --json --plain --new' -- "$word")) ;;
        'rules') COMPREPLY=($(compgen -W '--help --json --plain' -- "$word")) ;;
        'fairness') COMPREPLY=($(compgen -W '--help --json --plain' -- "$word")) ;;
        'host') COMPREPLY=($(compgen -W 'herrlof herald how-ruck herfor --help --ascii --plain --seat --edition --goal --first-dealer --games --race --teams --size --negative --namer --pace --theme --hints --no-hints --no-motion --deal --group --watch --ssh --port --web --web-port --web-url --address' -- "$word")) ;;
        'join') COMPREPLY=($(compgen -W '--help --watch --ascii --plain' -- "$word")) ;;
        'certify') COMPREPLY=($(compgen -W '--help --game --seats --pairs --seed' -- "$word")) ;;
        'arena') COMPREPLY=($(compgen -W '--help --game --games --seats --edition --goal --first-dealer --option-games --race --teams --size --negative --namer --seed --jobs --scheduler --sprt --json --plain' -- "$word")) ;;
        'bench') COMPREPLY=($(compgen -W 'herrlof herald how-ruck herfor --help --seconds' -- "$word")) ;;
    esac
}
complete -o default -F _herrlof herrlof
