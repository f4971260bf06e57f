'use strict';
// The finished record as a file: taken while the host is there, and saved when it is wanted, though the host has left.
window.finishedRecord = (() => {
  let taken;

  async function fetched() {
    try {
      const answer = await fetch(`${location.pathname}/record`);
      if (!answer.ok) return null;
      const [, name] = /filename="([^"]+)"/.exec(answer.headers.get('Content-Disposition'));
      return { name, url: URL.createObjectURL(await answer.blob()) };
    } catch {
      return null; // the host has gone meanwhile
    }
  }

  /** Take it from the host's machine. */
  function take() {
    taken = fetched();
  }

  /** Return a link that saves it; null: there is none. */
  async function link(words) {
    const record = await (taken || null);
    if (!record) return null;
    const found = document.createElement('a');
    found.href = record.url;
    found.download = record.name;
    found.textContent = words;
    return found;
  }

  /** Save it. */
  async function keep() {
    (await link(''))?.click();
  }

  return { take, link, keep };
})();
