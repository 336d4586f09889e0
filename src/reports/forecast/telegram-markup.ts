// The two kinds of marked-up text that Telegram's Bot API reads in full: HTML and MarkdownV2. Each
// takes plain text and escapes it for the place where it stands. Never here: what a message says.
import type { TelegramParseMode } from '../../siteplan/forecast/forecast.ts'
import { escapeAttribute } from '../../text/telegram-html.ts'
import { escapeXml } from '../../text/xml-text.ts'

/** All parameters are plain text. */
export interface TelegramMarkup {
  text(plain: string): string
  bold(plain: string): string
  italic(plain: string): string
  code(plain: string): string
  /** Lines that keep their spaces. */
  preformatted(plain: string): string
  link(plain: string, url: string): string
}

/** @see https://core.telegram.org/bots/api#html-style */
const HTML: TelegramMarkup = {
  text: escapeXml,
  bold: (plain) => `<b>${escapeXml(plain)}</b>`,
  italic: (plain) => `<i>${escapeXml(plain)}</i>`,
  code: (plain) => `<code>${escapeXml(plain)}</code>`,
  preformatted: (plain) => `<pre>${escapeXml(plain)}</pre>`,
  link: (plain, url) => `<a href="${escapeAttribute(url)}">${escapeXml(plain)}</a>`,
}

/**
 * Within code only its own mark and the backslash are escaped, within the target of a link only the
 * bracket that would close it.
 * @see https://core.telegram.org/bots/api#markdownv2-style
 */
const MARKDOWN_V2: TelegramMarkup = {
  text: escapeMarkdownV2,
  bold: (plain) => `*${escapeMarkdownV2(plain)}*`,
  italic: (plain) => `_${escapeMarkdownV2(plain)}_`,
  code: (plain) => `\`${escapeCode(plain)}\``,
  preformatted: (plain) => `\`\`\`\n${escapeCode(plain)}\n\`\`\``,
  link: (plain, url) => `[${escapeMarkdownV2(plain)}](${url.replace(/[)\\]/g, '\\$&')})`,
}

export const TELEGRAM_MARKUPS: Readonly<Record<TelegramParseMode, TelegramMarkup>> = {
  HTML,
  MarkdownV2: MARKDOWN_V2,
}

function escapeMarkdownV2(plain: string): string {
  return plain.replace(/[_*[\]()~`>#+\-=|{}.!\\]/g, '\\$&')
}

function escapeCode(plain: string): string {
  return plain.replace(/[`\\]/g, '\\$&')
}
