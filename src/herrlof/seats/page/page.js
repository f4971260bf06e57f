'use strict';
// What textual-serve's page lacks: letters for windows of any size, phones without their keyboard, why a line has ended,
// and whose turn it is, for who looks at another tab.
(() => {
  const COLUMNS = 60;
  const ROWS = 20; // of the smallest window of a table
  const SIZE = 16; // of letters, in pixels, where there is room
  const LEAST = 8; // where they would be smaller, there are lines and no drawing
  const touched = matchMedia('(pointer: coarse)').matches;
  const find = (selector) => document.querySelector(selector);

  /** Return the room that the smallest window takes, in letters of the usual size. */
  function smallest() {
    const { width, height } = find('.measured').getBoundingClientRect();
    return { width: (COLUMNS * width) / 32, height: ROWS * (Math.ceil(height) + 1) };
  }

  /** Have the page in lines, this time, unless it was asked for drawn. */
  function speak() {
    if (!location.search.includes('drawn')) location.replace('?small');
  }

  /** Let a phone show as much as a table needs: it makes everything smaller, and larger again when it is turned. */
  function fitPhone() {
    const { width, height } = smallest();
    const ratio = innerWidth / innerHeight;
    const own = (ratio > 1 ? Math.max : Math.min)(screen.width, screen.height);
    const wanted = Math.ceil(Math.max(width, (height + find('.bar').offsetHeight) * ratio, own));
    if ((SIZE * own) / wanted < LEAST) return speak();
    const viewport = find('meta[name=viewport]');
    if (Math.abs(wanted - (parseInt(viewport.content.split('=')[1]) || 0)) > 2) viewport.content = `width=${wanted}`;
  }

  /** Let a window have letters that are small enough. */
  function fitLetters() {
    const { width, height } = smallest();
    const size = SIZE * Math.min(1, innerWidth / width, innerHeight / height);
    if (size < LEAST) return speak();
    find('.textual-terminal').dataset.fontSize = Math.max(4, Math.floor(size * 2) / 2);
  }

  // This listener is called before the one that makes the terminal.
  addEventListener('load', () => {
    if (!touched) return fitLetters();
    fitPhone();
    addEventListener('resize', fitPhone);
  });

  /** Let who listens go back from the terminal to what stands before it. */
  addEventListener('keydown', (event) => {
    if (event.key === 'Tab' && event.shiftKey && event.target === find('textarea')) event.stopImmediatePropagation();
  }, true);

  /** Tell that it is one's turn, where the browser may; it is asked once, by a key or a click that wanted it. */
  async function notify(text) {
    if (!window.Notification) return;
    if (Notification.permission === 'default') await Notification.requestPermission();
    if (Notification.permission !== 'granted' || !document.hidden) return;
    try {
      new Notification('Herrlof', { body: text });
    } catch {
      ring(); // phones let no page do that
    }
  }

  let sound;

  /** Ring the terminal's bell. */
  function ring() {
    sound = sound || new AudioContext();
    const tone = sound.createOscillator();
    const soft = sound.createGain();
    soft.gain.value = 0.1;
    tone.frequency.value = 660;
    tone.connect(soft).connect(sound.destination);
    tone.start();
    tone.stop(sound.currentTime + 0.15);
  }

  /** Heed what is drawn nowhere: a title, a bell, a notification. */
  function heed(drawn) {
    if (drawn.includes('\x07')) {
      const bells = drawn.replace(/\x1b\]([29]);([^\x07]*)\x07/g, (_all, kind, text) => {
        if (kind === '2') document.title = text;
        else notify(text);
        return '';
      });
      if (bells.includes('\x07') && !bells.includes('\x1b]')) ring();
    }
  }

  const Line = WebSocket;
  window.WebSocket = class extends Line {
    constructor(url) {
      super(url);
      const field = find('textarea');
      field.ariaLabel = find('.textual-terminal').dataset.label;
      if (touched) {
        field.inputMode = 'none'; // a tap is no wish to write
        find('.bar button').addEventListener('click', () => {
          field.inputMode = field.inputMode === 'none' ? 'text' : 'none';
          field.blur();
          field.focus();
        });
      }
      this.addEventListener('open', () => touched || field.focus());
      const title = document.title;
      this.addEventListener('message', ({ data }) => {
        if (typeof data !== 'string') return heed(new TextDecoder().decode(data));
        const [kind] = JSON.parse(data);
        if (kind === 'over') finishedRecord.take();
        if (kind === 'record') finishedRecord.keep();
      });
      this.addEventListener('close', (end) => {
        document.title = title;
        if (end.reason) find('.ended').textContent = end.reason;
        finishedRecord.link(find('.ended').dataset.keep).then((link) => link && find('.ended').append(' ', link));
      });
    }

    /** What is said before the line stands, or when it has ended, is heard by nobody. */
    send(data) {
      if (this.readyState === Line.OPEN) super.send(data);
    }
  };
})();
