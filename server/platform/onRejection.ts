/** Calls `forget` if the promise rejects, to drop it from a cache. The callers that await the promise get the error. */
export function onRejection(promise: Promise<unknown>, forget: () => void): void {
  promise.then(undefined, forget)
}
