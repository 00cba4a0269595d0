//! The render target: a multisampled framebuffer that is resolved to the canvas. The lowest quality level
//! draws to the canvas directly.

use std::cell::Cell;

use web_sys::{WebGl2RenderingContext as Gl, WebGlFramebuffer, WebGlRenderbuffer};

use crate::quality::Quality;

/// Samples per pixel; WebGL 2 guarantees that many.
const SAMPLES: i32 = 4;

#[derive(Debug)]
pub(crate) struct Framebuffer {
    buffers: Option<MultisampleBuffers>,
}

#[derive(Debug)]
struct MultisampleBuffers {
    framebuffer: WebGlFramebuffer,
    color: WebGlRenderbuffer,
    depth: WebGlRenderbuffer,
    size: Cell<(u32, u32)>,
}

impl Framebuffer {
    pub(crate) fn new(gl: &Gl, quality: Quality) -> Framebuffer {
        Framebuffer { buffers: if quality == Quality::Low { None } else { MultisampleBuffers::new(gl) } }
    }

    /// Deletes the buffers, which are the largest resources.
    pub(crate) fn delete(self, gl: &Gl) {
        let Some(buffers) = self.buffers else { return };
        gl.delete_framebuffer(Some(&buffers.framebuffer));
        gl.delete_renderbuffer(Some(&buffers.color));
        gl.delete_renderbuffer(Some(&buffers.depth));
    }

    /// Draws a frame of this size and shows it.
    pub(crate) fn render(&self, gl: &Gl, size: (u32, u32), draw: impl FnOnce()) {
        let (width, height) = (size.0 as i32, size.1 as i32);
        gl.viewport(0, 0, width, height);
        let Some(buffers) = &self.buffers else { return draw() };
        buffers.resize(gl, size);
        gl.bind_framebuffer(Gl::FRAMEBUFFER, Some(&buffers.framebuffer));
        draw();
        gl.bind_framebuffer(Gl::DRAW_FRAMEBUFFER, None);
        let (mask, filter) = (Gl::COLOR_BUFFER_BIT, Gl::NEAREST);
        gl.blit_framebuffer(0, 0, width, height, 0, 0, width, height, mask, filter);
        // The contents are not needed any more; a tiled GPU does not have to store them.
        let attachments = js_sys::Array::of2(&Gl::COLOR_ATTACHMENT0.into(), &Gl::DEPTH_ATTACHMENT.into());
        let result = gl.invalidate_framebuffer(Gl::READ_FRAMEBUFFER, &attachments);
        debug_assert!(result.is_ok(), "a list of attachments");
        gl.bind_framebuffer(Gl::FRAMEBUFFER, None);
    }
}

impl MultisampleBuffers {
    fn new(gl: &Gl) -> Option<MultisampleBuffers> {
        let buffers = MultisampleBuffers {
            framebuffer: gl.create_framebuffer()?,
            color: gl.create_renderbuffer()?,
            depth: gl.create_renderbuffer()?,
            size: Cell::new((0, 0)),
        };
        gl.bind_framebuffer(Gl::FRAMEBUFFER, Some(&buffers.framebuffer));
        for (attachment, buffer) in
            [(Gl::COLOR_ATTACHMENT0, &buffers.color), (Gl::DEPTH_ATTACHMENT, &buffers.depth)]
        {
            // A renderbuffer exists once it has been bound.
            gl.bind_renderbuffer(Gl::RENDERBUFFER, Some(buffer));
            gl.framebuffer_renderbuffer(Gl::FRAMEBUFFER, attachment, Gl::RENDERBUFFER, Some(buffer));
        }
        gl.bind_framebuffer(Gl::FRAMEBUFFER, None);
        Some(buffers)
    }

    fn resize(&self, gl: &Gl, size: (u32, u32)) {
        if self.size.replace(size) == size {
            return;
        }
        for (format, buffer) in [(Gl::RGBA8, &self.color), (Gl::DEPTH_COMPONENT24, &self.depth)] {
            gl.bind_renderbuffer(Gl::RENDERBUFFER, Some(buffer));
            let (width, height) = (size.0 as i32, size.1 as i32);
            gl.renderbuffer_storage_multisample(Gl::RENDERBUFFER, SAMPLES, format, width, height);
        }
    }
}
