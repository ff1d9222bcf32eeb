import type { Readable } from 'node:stream'
import type { Sha256 } from '../../core/sha256.ts'

/** What a file has to turn out to be; it is not kept otherwise. */
export interface Expected {
  readonly sha256?: Sha256 | undefined
  readonly size?: number | undefined
  /** Hears of everything before it is written, and throws where it is too much. */
  readonly room?: IncomingRoom | undefined
}

/** Room for what is coming in. */
export interface IncomingRoom {
  /** For so much in all, before anything has come. */
  promise(bytes: number): Promise<void>
  take(bytes: number): Promise<void>
  release(): void
}

export interface StoredFile {
  readonly sha256: Sha256
  readonly size: number
  /** Its name in the store: no two uploads share one, so that removing an old file can never hit a new one. */
  readonly file: string
}

/** Which bytes, both ends included. */
export interface Part {
  readonly start: number
  readonly end: number
}

/** Where the contents of files lie: on this machine, or in a bucket. Nothing is ever collected in memory. */
export interface BlobStore {
  /**
   * Takes in a stream. When this returns the file is there, whatever crashes, until `settled` is called for it; when it
   * throws nothing is left of it.
   */
  receive(source: Readable, expected: Expected): Promise<StoredFile>
  /** It is known by now whether anything refers to the file: from here on it goes if nothing does. */
  settled(stored: StoredFile): void
  open(file: string, part: Part | null): Promise<Readable>
  /** Whether it is there, as large as it was. */
  has(file: string, size: number): Promise<boolean>
  /** The path of a file for a program that reads it itself, as anybody; where there is none, one is made in a folder. */
  bringTo(folder: string, file: string): Promise<string>
  remove(file: string): Promise<void>
  /** Everything that was last written before a time, some at a time: whoever asks says what of it may go. */
  oldFiles(before: number): AsyncGenerator<readonly string[]>
  /** Uploads whose end nobody saw. Returns how many there were. */
  forgetDrafts(before: number): Promise<number>
}
