/** What a soak writes down: everything that was tapped, heard by the server, and seen at the end. */
export interface History {
  seed: number
  taps: Tap[]
  /** Sendings that were answered by the server, in the order of its answers. */
  arrivals: Arrival[]
  server: ServerEnd
  devices: DeviceEnd[]
}

/** What a person did. `on`, `off`: a desired state; `new`: something that is made once, named by its text. */
export interface Tap {
  device: string
  user: string
  /** `save:7`, `like:7`, `comment:7` */
  entity: string
  wish: 'on' | 'off' | 'new'
  /** of what is made new */
  text?: string
  /** ms, one clock for all devices: before the tap, and when it was known to be kept (or given up) */
  from: number
  until: number
  /** `yes`: the screen said that it is done; `maybe`: the page ended before it could say so */
  kept: 'yes' | 'maybe'
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
  /** ms between the tap and the moment the server took it for, at most; by the moment in its key */
  unsure: number
}

/** The database at rest. */
export interface ServerEnd {
  /** `user entity` of what is on */
  on: string[]
  /** everything that was made, each as often as it is there */
  made: { user: string; entity: string; text: string; key: string }[]
  /** keys with a first answer */
  keys: string[]
  /** titles whose number of likes is not the number of those who like them */
  miscounted: string[]
}

/** One device at rest. */
export interface DeviceEnd {
  device: string
  user: string
  /** what still waits or has failed */
  outbox: string[]
  /** entities the screen shows as on */
  on: string[]
  /** texts of its person that the screen shows, each as often as it stands there */
  made: string[]
  /** entities and texts it was asked about */
  asked: string[]
}
