/** The functions of web-push that the server uses; the library has no types. */
declare module 'web-push' {
  const webPush: {
    /** Encrypts and signs a message; the result is sent unchanged. */
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
