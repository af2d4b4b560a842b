/** With `node --require`: the process believes to run half a year later, when summer time has changed. */
const HALF_A_YEAR_MS = 182 * 24 * 60 * 60 * 1000;
const Today = globalThis.Date;

globalThis.Date = class extends Today {
  constructor(...parts) {
    if (parts.length > 0) super(...parts);
    else super(Today.now() + HALF_A_YEAR_MS);
  }

  static now() {
    return Today.now() + HALF_A_YEAR_MS;
  }
};
