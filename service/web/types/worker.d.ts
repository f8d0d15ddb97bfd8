/** What a service worker has, which TypeScript's library for pages has not; and what pages ask of ours. */

/** Keep a game: `keep` is the path of its page, `said` the addresses of what the API says of it; `rules`: with the engine. */
export type Keep = { keep: string; said: string[]; rules: boolean };

/** The newest live message of the game with the page `path`. */
export type Live = { live: unknown; path: string };

/** `drop`: forget the game with this page. `takeOver`: be the worker of all pages. */
export type Asked = Keep | Live | (Keep & Live) | { drop: string } | { takeOver: true };

export interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

export interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  readonly clientId: string;
  respondWith(answer: Promise<Response>): void;
}

export interface Asking extends ExtendableEvent {
  readonly data: Asked;
  readonly ports: readonly MessagePort[];
}

interface Client {
  readonly url: string;
}

export interface Worker {
  /** What stands at the beginning of the script (service/web/offline_pages.py). */
  readonly release: { version: string; files: string[]; engine: string; engineFiles: string[] };
  readonly clients: { get(id: string): Promise<Client | undefined>; matchAll(what: { type: "window" }): Promise<Client[]>; claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", hear: (event: ExtendableEvent) => void): void;
  addEventListener(type: "message", hear: (event: Asking) => void): void;
  addEventListener(type: "fetch", hear: (event: FetchEvent) => void): void;
}
