import { emptyPartialFile, type PartialFile } from '#data/network/fetchFile.ts'

/** Bytes received of segments whose connections broke, by run and segment, for as long as this page lives. */
const partials = new Map<string, Map<string, PartialFile>>()

/** The received part of a segment: empty when there is none yet. */
export function partialSegment(run: string, name: string): PartialFile {
  const ofRun = partials.get(run) ?? new Map<string, PartialFile>()
  partials.set(run, ofRun)
  const part = ofRun.get(name) ?? emptyPartialFile()
  ofRun.set(name, part)
  return part
}

export function dropPartialSegment(run: string, name: string): void {
  const ofRun = partials.get(run)
  ofRun?.delete(name)
  if (ofRun?.size === 0) partials.delete(run)
}

/** Drops the parts of a run that was deleted or begins anew. */
export function dropPartialSegments(run: string): void {
  partials.delete(run)
}

/** Drops the parts of every run but these: another tab may have deleted a download. */
export function dropOtherPartialSegments(runs: string[]): void {
  for (const run of partials.keys()) if (!runs.includes(run)) partials.delete(run)
}

/** Runs that have parts in memory. */
export function runsWithPartialSegments(): string[] {
  return [...partials.keys()]
}
