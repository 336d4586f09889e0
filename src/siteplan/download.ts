// A file about a parcel, as its headers name it.
import { attachment, type FileNames } from '../http/answer-media.ts'

/** @param ending without the dot */
export function parcelFile(names: FileNames, cadastralNumber: string, ending: string): string {
  return attachment(names, `-${cadastralNumber.replaceAll(':', '-')}.${ending}`)
}
