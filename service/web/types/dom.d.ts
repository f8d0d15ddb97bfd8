/** What may stand inside an element: text, elements, lists of them, or nothing. */
export type Child = Node | string | number | null | undefined | false | readonly Child[];
