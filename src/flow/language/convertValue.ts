/** A value as another type of JSON Schema where nothing is lost; undefined where that cannot be. */
export function convertValue(value: unknown, wanted: unknown): unknown {
  for (const type of [wanted].flat()) {
    const converted = convertTo(value, type);
    if (converted !== undefined) return converted;
  }
  return undefined;
}

function convertTo(value: unknown, type: unknown): unknown {
  switch (type) {
    case 'string':
      return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
    case 'number':
    case 'integer': {
      if (typeof value !== 'string' || !/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(value.trim())) return undefined;
      const number = Number(value);
      return type === 'integer' && !Number.isSafeInteger(number) ? undefined : number;
    }
    case 'boolean': {
      const known: Readonly<Record<string, boolean>> = { true: true, yes: true, false: false, no: false };
      const word = typeof value === 'string' ? value.trim().toLowerCase() : '';
      return Object.hasOwn(known, word) ? known[word] : undefined;
    }
    case 'array':
      return Array.isArray(value) || value === null ? undefined : [value];
    case 'null':
      return value === '' || value === 'null' ? null : undefined;
    default:
      return undefined;
  }
}
