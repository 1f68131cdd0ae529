import init from './@SCRIPT@';

const program = new URL('./@PROGRAM@', import.meta.url);
// What drives the page from outside is there at once, and can be used when it is ready.
window.groupscope = {
  ready: new Promise((resolve) => { window.addEventListener('groupscope:ready', () => resolve(), { once: true }); }),
};

init({ module_or_path: program }).catch((error) => {
  // A panic has already shown itself; what is left is a program that did not arrive or that this browser cannot run.
  if (!document.querySelector('[role=alert]')) {
    const notice = document.createElement('p');
    notice.setAttribute('role', 'alert');
    notice.textContent = `GroupScope could not be started: ${error}`;
    document.body.prepend(notice);
  }
  throw error;
});
