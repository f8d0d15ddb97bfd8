/** Tables of a stage with groups: each stands under the name of its group. */

/**
 * @template {{group: number | null}} Table
 * @template Made
 * @param {Table[]} tables in order of number
 * @param {(group: number) => Made} head makes what stands above the tables of a group
 * @param {(table: Table) => Made} row
 * @returns {Made[]} in order of group; without groups only the rows
 */
export const byGroup = (tables, head, row) => tables
  .toSorted((one, other) => (one.group ?? 0) - (other.group ?? 0))
  .flatMap((table, at, all) => (table.group === null || table.group === all[at - 1]?.group ? [row(table)] : [head(table.group), row(table)]));
