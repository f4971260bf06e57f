'use strict';
// The page in lines: what is said is added to a log at once, what can be chosen are buttons, anything can be typed.
(() => {
  const LONGEST = 500; // paragraphs that stay in the log
  const find = (id) => document.getElementById(id);
  const { socket, ended, turn, keep } = document.body.dataset;
  const title = document.title;
  const line = new WebSocket(socket);

  /** Type a line, or press a button that stands for one. */
  function type(text) {
    if (line.readyState === WebSocket.OPEN) line.send(JSON.stringify(['line', text]));
  }

  /** Add to the log, all at once: a reader breaks off for what comes after. */
  function say(sentences) {
    const added = document.createDocumentFragment();
    for (const sentence of sentences) {
      const paragraph = document.createElement('p');
      paragraph.textContent = sentence;
      added.append(paragraph);
    }
    const log = find('log');
    log.append(added);
    while (log.children.length > LONGEST) log.firstChild.remove();
    log.scrollTop = log.scrollHeight;
  }

  /** Show buttons; who stood on one of those that go stands at their heading then. */
  function show(id, buttons) {
    const list = find(id);
    const left = list.contains(document.activeElement);
    list.replaceChildren(
      ...buttons.map(([name, text]) => {
        const item = document.createElement('li');
        const button = document.createElement('button');
        button.type = 'button';
        button.textContent = name;
        button.addEventListener('click', () => type(text));
        item.append(button);
        return item;
      }),
    );
    list.parentElement.hidden = !buttons.length;
    if (left) (buttons.length ? find('chosen') : find('line')).focus();
  }

  document.querySelector('form').addEventListener('submit', (event) => {
    event.preventDefault();
    type(find('line').value);
    find('line').value = '';
  });
  line.addEventListener('message', (event) => {
    const { said, choices, words, record } = JSON.parse(event.data);
    say(said);
    if (record === 'over') finishedRecord.take();
    if (record === 'keep') finishedRecord.keep();
    if (choices) {
      show('choices', choices);
      document.title = choices.length ? turn : title;
    }
    if (words) show('words', words);
  });
  line.addEventListener('close', (end) => {
    say([end.reason || ended]);
    document.title = title;
    finishedRecord.link(keep).then((link) => {
      if (!link) return;
      say(['']);
      find('log').lastChild.append(link);
    });
    show('choices', []);
    show('words', []);
  });
  find('line').focus();
})();
