/** Texts of the banner that reports a missing connection (docs/product.md#labels). */
export const connectionText = {
  offline: 'اتصال اینترنت برقرار نیست؛ تغییرات شما ذخیره می‌شود',
  /** the device has a network, but the server does not answer */
  serverDown: 'سرور پرده پاسخ نمی‌دهد؛ تغییرات شما ذخیره می‌شود',
  /** a captive portal answers in place of the server */
  portal: 'برای استفاده از این شبکه باید وارد آن شوید؛ تغییرات شما ذخیره می‌شود',
  portalOpen: 'ورود به شبکه',
  onDevice: 'روی این دستگاه',
  checking: 'در حال بررسی اتصال',
} as const
