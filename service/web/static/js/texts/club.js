/**
 * The texts of the pages of a club. Each text is whole: what differs is passed to it. `Within` puts some of the words into an element. The
 * names of roles are those of the API.
 */

import { count, listed, minutes } from "./words.js";

/**
 * @typedef {import("../../../types/dom.js").Child} Child
 * @typedef {(words: string) => Child} Within
 */

/**
 * What a role is called, and what it may do besides what those before it may do.
 * @type {Record<string, {word: string, may: string}>}
 */
export const ROLES = {
  viewer: { word: "Viewer", may: "watches private games" },
  scorekeeper: { word: "Scorekeeper", may: "records games and adds people" },
  director: { word: "Director", may: "runs tournaments, rules, and looks after people and links" },
  owner: { word: "Owner", may: "gives roles and changes the club" },
};

/**
 * The word for a role within a sentence.
 * @param {string} role
 */
const inSentence = (role) => ROLES[role].word.toLowerCase();

/** Choosing a role (club.js). */
export const ROLE_CHOICE = {
  legend: (/** @type {Within} */ quiet) => ["Role ", quiet("each role may also do what the roles above it may do")],
  role: (/** @type {Within} */ strong, /** @type {string} */ role) => [strong(ROLES[role].word), `: ${ROLES[role].may}`],
};

/** The first page of a club (overview.js). `orMore`: only so many were read. */
export const OVERVIEW = {
  nothingNow: "Nothing is being played right now",
  now: (/** @type {{games: number, orMore: boolean, tournaments: number}} */ { games, orMore, tournaments }) => {
    const parts = [
      games ? (orMore ? `${games} games or more are being played` : `${count(games, "game is", "games are")} being played`) : "",
      tournaments ? `${count(tournaments, "tournament is", "tournaments are")} on` : "",
    ];
    return listed(parts.filter(Boolean));
  },
  nothingYet: "Nothing yet. A game appears here as soon as somebody starts it.",
  round: (/** @type {number} */ round) => `Round ${round}`,
  notBegun: "Not begun",
  untitled: "A tournament without a title",
  entries: (/** @type {number} */ entries) => count(entries, "entry", "entries"),
  players: (/** @type {string[]} */ names) => listed(names),
  inPlay: "In play",
  noName: "The club has no name yet",
  giveName: "Give it a name",
  noPeople: "Nobody is in the club’s list of people yet",
  addPeople: "Add people",
  onlyMember: "You are the only member",
  invite: "Invite somebody",
  invitations: (/** @type {string[]} */ names) => `${count(names.length, "invitation is", "invitations are")} still open: ${listed(names)}`,
  notConfirmed: (/** @type {number} */ games, /** @type {boolean} */ orMore) => {
    if (orMore) return `${games} games or more ended and are not confirmed by the players`;
    return games === 1 ? "1 game ended and is not confirmed by the players" : `${games} games ended and are not confirmed by the players`;
  },
  see: "See them",
  nothingWaits: "Nothing is waiting for you.",
  done: "Done",
  somebody: "somebody",
  here: "You are here",
  noClubName: "Say what the club is called.",
  noShortName: "Give the club a short name.",
  founded: (/** @type {string} */ club) =>
    `${club} is founded. The first person who opens this link becomes its owner. It is valid for seven days.`,
  ownersInvitation: (/** @type {string} */ club) => `Invitation for the owner of ${club}`,
};

/** The members, invitations and devices (members.js). */
export const MEMBERS = {
  members: (/** @type {number} */ members) => `The club has ${count(members, "member")}`,
  noMembers: "The club has no members yet",
  nobody: "Nobody is a member yet. Everybody who accepts an invitation appears here.",
  you: (/** @type {Child} */ name) => [name, " (you)"],
  role: (/** @type {string} */ role) => `${ROLES[role].word}: ${ROLES[role].may}`,
  change: "Change",
  changeOf: (/** @type {string | null} */ name) => `Change the role of ${name}`,
  saveRole: "Save the role",
  isNow: (/** @type {string | null} */ name, /** @type {string} */ role) => `${name} is ${inSentence(role)} now, on all devices.`,
  end: "End the membership",
  endOf: (/** @type {string | null} */ name) => `End the membership of ${name}?`,
  theirDevices: "All their devices are signed out at once, and open invitations end.",
  leave: "Leave the club",
  leaveAsked: "Leave the club?",
  yourDevices: "All your devices are signed out at once, and open invitations end.",
  stays: "The name stays in the list of people, and the games stay.",
  ended: (/** @type {string | null} */ name) => `${name} is no longer a member.`,
};

/** Withdrawing an invitation, a device or a link (members.js, links.js). */
export const WITHDRAWING = {
  withdraw: "Withdraw",
  withdrawIt: "Withdraw it",
};

/** Invitations (members.js). */
export const INVITATIONS = {
  somebody: "Somebody",
  roleUntil: (/** @type {string} */ role, /** @type {Child} */ time) => [`${ROLES[role].word}, until `, time],
  noName: "Say whom you invite.",
  namesakes: (/** @type {string} */ name) => `Several people are called ${name}. Rename or merge them first, on the page of people.`,
  made: (/** @type {string} */ name, /** @type {string} */ role, /** @type {Child} */ time) => [
    `${name} scans this code with the phone, or opens the link. `,
    `The first to do so becomes ${inSentence(role)} as ${name}. It works once, until `,
    time, ".",
  ],
  link: (/** @type {string} */ name) => `Invitation for ${name}`,
  withdrawOf: (/** @type {string} */ name) => `Withdraw the invitation of ${name}`,
  withdrawAsked: (/** @type {string} */ name) => `Withdraw the invitation of ${name}?`,
  noLonger: "Its link and its code no longer work. You can make a new one.",
  withdrawn: (/** @type {string} */ name) => `The invitation of ${name} is withdrawn.`,
};

/** The visitor’s own devices (members.js). */
export const DEVICES = {
  keys: "Each device has a key of its own, with the rights of your role.",
  noMember:
    "This device’s key belongs to no member, so it cannot add devices of yours. Invite yourself, and open the invitation on each device.",
  since: (/** @type {Child} */ time) => ["Since ", time],
  sinceAndUsed: (/** @type {Child} */ time, /** @type {Child} */ used) => ["Since ", time, ", last used ", used],
  scan: "Scan this code with your other device. It works once, for ten minutes. Reload this page to see the device.",
  link: "Your other device",
  withdrawOf: (/** @type {string} */ label) => `Withdraw the device ${label}`,
  withdrawAsked: (/** @type {string} */ label) => `Withdraw the device ${label}?`,
  signsOut: "The device is signed out at once. If you are using it now, you are signed out here.",
  withdrawn: (/** @type {string} */ label) => `The device ${label} is withdrawn.`,
};

/** The people of the club (people.js). */
export const PEOPLE = {
  unnamed: "Somebody without a name",
  withRole: (/** @type {string | null} */ name, /** @type {string} */ role) => `${name}, ${inSentence(role)}`,
  people: (/** @type {number} */ people) => `${count(people, "person is", "people are")} in the club`,
  nobody: "Who plays here?",
  notFound: (/** @type {string} */ letters) => `Nobody is called “${letters}”. Add them above.`,
  empty: "Everybody who plays here belongs in this list. Add the first one above; people named at a table come here by themselves.",
  rename: "Rename",
  renameOf: (/** @type {string} */ name) => `Rename ${name}`,
  more: "More",
  moreAbout: (/** @type {string} */ name) => `More about ${name}`,
  newName: (/** @type {string} */ name) => `New name of ${name}`,
  save: "Save",
  cancel: "Cancel",
  noNewName: "Write a name.",
  renamed: (/** @type {string} */ before, /** @type {string} */ name) => `${before} is called ${name} from now on, on every page.`,
  noName: "Write the name of the person.",
  added: (/** @type {string} */ name) => `${name} is added.`,
  namesakeAdded: (/** @type {string} */ name) => (
    `${name} is added. There are two people of this name now: if they are the same person, choose More, then Merge.`
  ),
};

const MOST_NAMED = 8;

/**
 * The names, or the first ones and how many more there are.
 * @param {string[]} names
 */
const some = (names) => (
  names.length > MOST_NAMED ? `${names.slice(0, MOST_NAMED - 1).join(", ")} and ${names.length - MOST_NAMED + 1} more` : listed(names)
);

/** Adding several people (adding.js). */
export const ADDING = {
  check: "Check the names",
  add: (/** @type {number} */ people) => `Add ${count(people, "person", "people")}`,
  added: (/** @type {number} */ people) => `${count(people, "person is", "people are")} added.`,
  nothing: "Write or paste the names first, or choose a file.",
  line: (/** @type {number} */ line) => `Line ${line}`,
  nameAt: (/** @type {number} */ line, /** @type {string} */ name) => `Line ${line}, “${name}”`,
  column: (/** @type {string} */ line, /** @type {string} */ column) => `${line}, column ${column}`,
  wrong: (/** @type {number} */ rows) => `${count(rows, "row is", "rows are")} wrong. Nobody was added.`,
  fault: (/** @type {string} */ place, /** @type {string} */ message) => `${place}: ${message}.`,
  fresh: (/** @type {number} */ people, /** @type {string[]} */ names) => `${count(people, "new person", "new people")}: ${some(names)}.`,
  nobodyNew: "Nobody is new.",
  known: (/** @type {string[]} */ names) => `Here already, and not added again: ${some(names)}.`,
  namesakes: (/** @type {string[]} */ names) => `Others in the club have the same name, and stay apart: ${some(names)}.`,
  ignored: (/** @type {string[]} */ columns) => `Not read: the columns ${listed(columns)}.`,
};

/** The dialog about one person (person.js). */
export const PERSON = {
  stored: "This is stored about the person, beside the games they played:",
  since: "In the club since",
  formerNames: "Former names",
  role: "Role",
  noMember: "no member",
  devices: "Devices",
  merged: "Entries merged",
  names: (/** @type {string[]} */ names) => listed(names),
  none: "none",
  merging: "Merge with another",
  mergingTitle: (/** @type {string} */ name) => `${name} is here twice?`,
  alone: "There is nobody else in the club.",
  same: "This is the same person as",
  choose: "Choose a person",
  which: "Which entry and name should stay?",
  mergedForGood: "All games and results of both count for one person, on every page. Records keep both entries. This cannot be undone.",
  merge: "Merge",
  noOther: "Choose the other entry first.",
  mergedAs: (/** @type {string} */ lost, /** @type {string} */ name) => `${lost} and ${name} are one person now, called ${name}.`,
  back: "Back",
  erasing: "Erase",
  erasingTitle: (/** @type {string} */ name) => `Erase ${name}?`,
  namesGo: (/** @type {string} */ name) =>
    `Every name that ${name} ever had is deleted for good, here, in tournaments and in the files of this server.`,
  gamesStay: "The games and results stay, for somebody without a name.",
  ends: (/** @type {boolean} */ member, /** @type {number} */ devices) => {
    const what = [member ? "the membership" : "", devices ? count(devices, "device") : "", "PINs and check-in links"].filter(Boolean);
    return [
      `With the name ${listed(what)} end, and nobody can take this back. `,
      "Backups and files that were exported earlier still hold the name.",
    ];
  },
  confirm: (/** @type {string} */ name) => `Type “${name}” to go on`,
  erase: "Erase for good",
  notSame: "The name is not the same. Nothing was erased.",
  erased: "The name is erased. Games show somebody without a name in its place.",
};

/** All links of the club (links.js). */
export const CLUB_LINKS = {
  inUse: (/** @type {number} */ links) => `${count(links, "link is", "links are")} in use`,
  yoursInUse: (/** @type {number} */ links) => (links === 1 ? "1 link of yours is in use" : `${links} links of yours are in use`),
  noneInUse: "No links are in use",
  none: "Links for tables, seats and devices appear here.",
  lastUsed: (/** @type {Child} */ time) => ["last used ", time],
  noUse: "no use is known",
  until: (/** @type {Child} */ time) => ["until ", time],
  noEnd: "no end",
  you: "you",
  withdrawOf: (/** @type {string} */ purpose, /** @type {string} */ label) => `Withdraw: ${purpose}, ${label}`,
  withdrawAsked: "Withdraw this link?",
  which: (/** @type {string} */ purpose, /** @type {string} */ label) => `${purpose} (${label}).`,
  signsOut:
    "Everybody who uses it is signed out at once. What they recorded stays. If it is the link of this device, you are signed out here.",
  withdrawn: "The link is withdrawn. It no longer works.",
  noLabel: "Say what or whom the link is for.",
  onlyNow: (/** @type {string} */ label) => `${label}: for anyone who has this link. It is shown only now`,
};

/** What a link is for (purpose.js). */
export const PURPOSE = {
  untitledGame: "a game without a title",
  players: (/** @type {string[]} */ names) => names.join(", "),
  untitledTournament: "a tournament without a title",
  lostGame: "a game that is gone",
  recordTable: (/** @type {number} */ table, /** @type {string} */ tournament) => `Table ${table} of ${tournament}: record`,
  checkIn: (/** @type {number} */ entry, /** @type {string} */ tournament) => `Check-in of entry ${entry} in ${tournament}`,
  watchTournament: (/** @type {string} */ tournament) => `Watch ${tournament}`,
  seat: (/** @type {number} */ seat, /** @type {string} */ game) => `Sit at seat ${seat}: ${game}`,
  watchGame: (/** @type {string} */ game) => `Watch: ${game}`,
  recordGame: (/** @type {string} */ game) => `Record: ${game}`,
  device: "Device of a member",
};

/**
 * What a link for the whole club may do, by its greatest scope.
 * @type {Record<string, string>}
 */
export const WHOLE_CLUB = {
  read: "Whole club: watch",
  record: "Whole club: record",
  direct: "Whole club: direct",
  own: "Whole club: everything, as an owner",
};

/** The settings of the club (settings.js). */
export const SETTINGS = {
  noName: "The club needs a name.",
  saved: "Saved. New games and tournaments use these settings.",
  atOnce: "at once",
  later: (/** @type {number} */ seconds) => `${minutes(seconds)} later`,
};

/** Archives of the club (export.js). */
export const EXPORT = {
  soon: "The archive will start soon",
  progress: (/** @type {number} */ done, /** @type {number} */ files) =>
    `${done} of ${count(files, "file is", "files are")} in the archive`,
  archive: (/** @type {Child} */ time) => ["Archive of ", time],
  notMade: (/** @type {string} */ reason) => `It could not be made: ${reason}. No game was changed.`,
  failed: "Failed",
  kept: (/** @type {number} */ records, /** @type {string} */ size, /** @type {Child} */ until) => [
    `${count(records, "record")}, ${size}, kept until `, until, ".",
  ],
  keptWithout: (/** @type {number} */ records, /** @type {string} */ size, /** @type {Child} */ until, /** @type {number} */ missing) => [
    `${count(records, "record")}, ${size}, kept until `, until,
    `. ${count(missing, "record")} could not be read; the manifest in the archive says why.`,
  ],
  download: (/** @type {Within} */ hidden) => ["Download", hidden(" this archive")],
  kilobytes: (/** @type {number} */ size) => `${size} kB`,
  megabytes: (/** @type {string} */ size) => `${size} MB`,
};
