// Finds what an unresolved merge leaves in a text: conflict markers, also those that a formatter has reflowed.

/** As git writes them, indented too; the last form is what formatters of Markdown make of a closing marker. */
const MARKER = /^[ \t]*(?:<{7}|>{7}|\|{7}|(?:> ){6}>)(?:[ \t].*)?$|^[ \t]*={7}$/;

export function conflictMarkers(path: string, text: string): string[] {
  return text
    .split(/\r?\n/)
    .flatMap((line, index) => (MARKER.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : []));
}
