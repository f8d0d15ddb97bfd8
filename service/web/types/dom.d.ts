/** What may stand inside an element: text, elements, lists of them, or nothing. */
export type Child = Node | string | number | null | undefined | false | readonly Child[];

/** Finds an element by its id; with a tag, as an element of that tag. */
export interface ById {
  (id: string): HTMLElement;
  <Tag extends keyof HTMLElementTagNameMap>(id: string, tag: Tag): HTMLElementTagNameMap[Tag];
}
