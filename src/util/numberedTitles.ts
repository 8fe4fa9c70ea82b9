/** Returns a function that titles the questions of a command in turn, such as `Start Task (1/2): Model`. */
export function numberedTitles(command: string, total: number): (name: string) => string {
  let step = 0;
  return name => {
    step++;
    return total === 1 ? `${command}: ${name}` : `${command} (${step}/${total}): ${name}`;
  };
}
