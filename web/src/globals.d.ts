// What `web/assemble.js` puts into the scripts.

/** The script of the Worker. */
declare const WORKER: string;
/** The stylesheet. */
declare const STYLE: string;
