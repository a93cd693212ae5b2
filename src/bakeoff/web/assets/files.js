// Files and folders that are dropped or chosen. A file is called by its place in the folder that it came with.
export const nameOfFile = (file) => file.under || file.webkitRelativePath || file.name;
export const namesOfFiles = (files) => [...new Set(Array.from(files, (file) => nameOfFile(file).split("/")[0]))].join(", ");
const whole = (read) => new Promise(read);
const inside = async (entry) => {
  if (entry.isFile) return [Object.assign(await whole((done, fail) => entry.file(done, fail)), { under: entry.fullPath.slice(1) })];
  const reader = entry.createReader(), found = [];
  for (let some; (some = await whole((done, fail) => reader.readEntries(done, fail))).length;) found.push(...some); // a hundred at a time
  return (await Promise.all(found.filter((each) => !each.name.startsWith(".")).map(inside))).flat();
};
export const droppedFiles = (transfer) => { // entries are there only while the event is
  const entries = Array.from(transfer.items, (item) => item.webkitGetAsEntry?.()).filter(Boolean);
  if (!entries.some((entry) => entry.isDirectory)) return Promise.resolve(Array.from(transfer.files));
  return Promise.all(entries.map(inside)).then((all) => all.flat());
};
