// The name under which a file about a parcel is saved.
import { attachment, type FileNames } from '../http/answer-media.ts'

/**
 * The `content-disposition` of a file about a parcel.
 * @param ending without the dot
 */
export function parcelAttachment(
  names: FileNames,
  cadastralNumber: string,
  ending: string,
): string {
  return attachment(names, `-${cadastralNumber.replaceAll(':', '-')}.${ending}`)
}
