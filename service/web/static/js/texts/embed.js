/** The texts of pages in a frame on another site, and of what makes such a frame. */

/** Pages in a frame (embed/). */
export const EMBED = {
  live: "Live",
  waiting: "No connection: waiting",
  closed: "This is not open to everybody any more.",
};
