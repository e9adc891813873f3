/** The part of the library that is used here: it comes without types. */
declare module 'web-push' {
  const webPush: {
    /** A sealed and signed message, to be sent as it is. */
    generateRequestDetails(
      subscription: { endpoint: string; keys: { p256dh: string; auth: string } },
      payload: string,
      options: {
        vapidDetails: { subject: string; publicKey: string; privateKey: string }
        TTL: number
        topic: string
        urgency: 'normal'
      },
    ): { method: string; headers: Record<string, string | number>; body: Buffer | null; endpoint: string }
  }
  export default webPush
}
