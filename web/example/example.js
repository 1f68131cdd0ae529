// All that a page needs for its embedded stories: it gives each the height it asks for, and passes its own theme on.
const frames = [...document.querySelectorAll('iframe')];

window.addEventListener('message', ({ source, data }) => {
  const frame = frames.find(({ contentWindow }) => contentWindow === source);
  if (frame && data?.groupscope === 'height') frame.height = data.height;
});

document.querySelector('#theme').addEventListener('click', () => {
  const theme = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';
  document.documentElement.dataset.theme = theme;
  for (const { contentWindow } of frames) contentWindow.postMessage({ groupscope: 'theme', theme }, '*');
});
