/** What `filter(Boolean)` leaves out. */
type Nothing = false | null | undefined | 0 | "";

interface Array<T> {
  filter(kept: BooleanConstructor): Exclude<T, Nothing>[];
}

interface ReadonlyArray<T> {
  filter(kept: BooleanConstructor): Exclude<T, Nothing>[];
}
