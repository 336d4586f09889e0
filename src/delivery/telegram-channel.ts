// Delivery to a Telegram chat by the Bot API's sendMessage. A message longer than Telegram takes
// goes in parts, and a retry goes on after the last part that came through.
import type { Clock } from '../clock.ts'
import { asObject, parsedJson } from '../text/foreign-json.ts'
import type { Channel, DeliveryOutcome } from './channel.ts'
import { boundedRetryAfterS, type HttpAnswer, NoAnswer, postOnce } from './http-attempt.ts'
import { telegramTexts } from './telegram-text.ts'

interface TelegramSettings {
  /** Without a slash at its end. */
  readonly apiUrl: string
  readonly botToken: string
  readonly chatId: string
}

/** Telegram asks for about one message a second in one chat. */
const AT_ONCE = 1

const MAX_DESCRIPTION = 200

export function telegramChannel(settings: TelegramSettings, clock: Clock): Channel {
  const { apiUrl, botToken, chatId } = settings
  const url = `${apiUrl}/bot${botToken}/sendMessage`

  const send = async (text: string, signal: AbortSignal): Promise<DeliveryOutcome> => {
    const body = JSON.stringify({
      chat_id: chatId,
      text,
      parse_mode: 'HTML',
      link_preview_options: { is_disabled: true },
    })
    try {
      return judge(await postOnce({ url, body, wantsText: true }, signal, clock), botToken)
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error
      return { kind: 'not_delivered', reason: `Telegram: ${error.message}` }
    }
  }

  return {
    atOnce: AT_ONCE,
    async deliver(outgoing, { signal, partsSent, savePart }) {
      const texts = telegramTexts(outgoing)
      for (const [index, text] of texts.entries()) {
        if (index < partsSent) continue
        const outcome = await send(text, signal)
        if (outcome.kind !== 'delivered') return outcome
        if (index + 1 < texts.length) await savePart(index + 1)
      }
      return { kind: 'delivered' }
    },
  }
}

/** Only `ok: true` with status 200 is a delivery. */
function judge({ status, text, retryAfterS }: HttpAnswer, botToken: string): DeliveryOutcome {
  const answer: BotAnswer | null = asObject(parsedJson(text))
  if (!answer)
    return { kind: 'not_delivered', reason: `Telegram answered ${status}, not the Bot API` }
  if (status === 200 && answer.ok === true) return { kind: 'delivered' }
  const description =
    typeof answer.description === 'string'
      ? `: ${answer.description.replaceAll(botToken, '…').slice(0, MAX_DESCRIPTION).toWellFormed()}`
      : ''
  // A group that becomes a supergroup gets another number, which only this answer gives.
  const movedTo = answer.parameters?.migrate_to_chat_id
  const advice = Number.isSafeInteger(movedTo) ? `. Set TELEGRAM_CHAT_ID=${movedTo}` : ''
  return {
    kind: 'not_delivered',
    reason: `Telegram answered ${status}${description}${advice}`,
    retryAfterS: boundedRetryAfterS(answer.parameters?.retry_after) ?? retryAfterS,
  }
}

interface BotAnswer {
  readonly ok?: unknown
  readonly description?: unknown
  readonly parameters?: {
    readonly retry_after?: unknown
    readonly migrate_to_chat_id?: unknown
  } | null
}
