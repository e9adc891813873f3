/** The record of a soak: all actions, all requests that reached the server, and the final states. */
export interface History {
  seed: number
  actions: Action[]
  /** Mutations that reached the server, in the order of its responses. */
  arrivals: Arrival[]
  server: ServerEnd
  devices: DeviceEnd[]
  /** Servers that ended by themselves, and faults after which the database did not come back. */
  deaths: string[]
  /** Errors that no code of a page handled, or that it reported as bugs. */
  errors: string[]
  /** The times, in ms, between which the servers' clocks were wrong. */
  wrongClocks: { from: number; until: number }[]
  /** How often each fault of the servers happened. */
  faults: Record<string, number>
}

/** A user's action: a desired state (`on`, `off`), or the creation of a text (`new`). */
export interface Action {
  device: string
  user: string
  /** `save:7`, `like:7`, `comment:7` */
  entity: string
  desired: 'on' | 'off' | 'new'
  /** The text of a creation; unique. */
  text?: string
  /** Before the action, and when the screen confirmed it or the time limit was over; in ms of one clock. */
  from: number
  until: number
  /** `yes`: the screen confirmed that the device stored the mutation; `maybe`: it did not in time. */
  stored: 'yes' | 'maybe'
}

export interface Arrival {
  key: string
  user: string
  client: string
  seq: number
  entity: string
  status: number
  result: string | undefined
  version: number
  /** When the response arrived, in ms. */
  at: number
  /** The error of the server's time of this action, in ms, computed with the creation time of the key. */
  uncertainty: number
}

/** The server's database after all outboxes were sent. */
export interface ServerEnd {
  /** `user entity` of each desired state that is on. */
  on: string[]
  /** All created texts, with duplicates. */
  made: { user: string; entity: string; text: string; key: string }[]
  /** The recorded idempotency keys. */
  keys: string[]
  /** Titles whose like counter differs from the number of likes. */
  miscounted: string[]
}

/** A device after its outbox was sent. */
export interface DeviceEnd {
  device: string
  user: string
  /** Entries that are still queued or have failed. */
  outbox: string[]
  /** Entities that the screens show as on. */
  on: string[]
  /** Texts of its user that the screens show, with duplicates. */
  made: string[]
  /** The entities and texts that were compared. */
  checked: string[]
}
