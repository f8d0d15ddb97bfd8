/** Follows one game live: the newest state of its table, and whether the connection works. */

import { follow as followed } from "./follow.js";

/**
 * Follow one game.
 * @param {string} game
 * @param {string | null} view the viewer whose view is shown; null: the visitor's own
 * @param {{table: (body: any) => void, state: (state: "live" | "waiting") => void}} hear `table` gets `{game, findings, verdict, engine, validated}`
 * @returns {() => void} stops following
 */
export function follow(game, view, hear) {
  return followed(`/api/v1/games/${game}/live${view ? `?view=${view}` : ""}`, "table", { told: hear.table, state: hear.state });
}
