// SPDX-License-Identifier: Apache-2.0
//! As much of JSON as a worker needs: values are read with the text of their numbers, and written.

/// A value. Numbers and the order of members are as they were written.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// The digits as they were written: `1e400` stays what it is.
    Number(String),
    /// A string without its escapes. Halves of surrogate pairs that are alone become U+FFFD.
    String(String),
    /// An array.
    Array(Vec<Value>),
    /// An object.
    Object(Vec<(String, Value)>),
}

/// How deep arrays and objects may be in each other.
const DEPTH_MAX: usize = 512;

impl Value {
    /// Reads a text that is one value; otherwise why it is not.
    pub fn read(text: &str) -> Result<Value, String> {
        let mut reader = Reader { text, at: 0 };
        let value = reader.value(0)?;
        reader.blanks();
        if reader.at < text.len() {
            return Err(reader.wrong("there is more after the value"));
        }
        Ok(value)
    }

    /// The member of an object.
    pub fn get(&self, key: &str) -> Option<&Value> {
        match self {
            Value::Object(members) => members.iter().find(|(name, _)| name == key).map(|(_, value)| value),
            _ => None,
        }
    }

    /// The text of a string.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Value::String(text) => Some(text),
            _ => None,
        }
    }

    /// The elements of an array.
    pub fn as_array(&self) -> Option<&[Value]> {
        match self {
            Value::Array(elements) => Some(elements),
            _ => None,
        }
    }

    /// A number that is a place or a count.
    pub fn as_usize(&self) -> Option<usize> {
        match self {
            Value::Number(digits) => digits.parse().ok(),
            _ => None,
        }
    }
}

impl std::fmt::Display for Value {
    /// The value as JSON, on one line.
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Value::Null => out.write_str("null"),
            Value::Bool(truth) => write!(out, "{}", truth),
            Value::Number(digits) => out.write_str(digits),
            Value::String(text) => out.write_str(&quoted(text)),
            Value::Array(elements) => {
                out.write_str("[")?;
                for (i, element) in elements.iter().enumerate() {
                    write!(out, "{}{}", if i > 0 { "," } else { "" }, element)?;
                }
                out.write_str("]")
            }
            Value::Object(members) => {
                out.write_str("{")?;
                for (i, (name, value)) in members.iter().enumerate() {
                    write!(out, "{}{}:{}", if i > 0 { "," } else { "" }, quoted(name), value)?;
                }
                out.write_str("}")
            }
        }
    }
}

/// The text as a string of JSON, in quotes.
pub fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            c if c < ' ' => out.push_str(&format!("\\u{:04x}", c as u32)),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn wrong(&self, why: &str) -> String {
        format!("not JSON at byte {}: {}", self.at, why)
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn blanks(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn take(&mut self, word: &str) -> bool {
        let there = self.text.as_bytes()[self.at..].starts_with(word.as_bytes());
        self.at += if there { word.len() } else { 0 };
        there
    }

    fn value(&mut self, depth: usize) -> Result<Value, String> {
        if depth > DEPTH_MAX {
            return Err(self.wrong("too deep"));
        }
        self.blanks();
        match self.peek() {
            Some(b'{') => self.object(depth),
            Some(b'[') => self.array(depth),
            Some(b'"') => Ok(Value::String(self.string()?)),
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ if self.take("true") => Ok(Value::Bool(true)),
            _ if self.take("false") => Ok(Value::Bool(false)),
            _ if self.take("null") => Ok(Value::Null),
            _ => Err(self.wrong("a value is missing")),
        }
    }

    fn object(&mut self, depth: usize) -> Result<Value, String> {
        let mut members = Vec::new();
        self.at += 1;
        self.blanks();
        if self.take("}") {
            return Ok(Value::Object(members));
        }
        loop {
            self.blanks();
            if self.peek() != Some(b'"') {
                return Err(self.wrong("a key is missing"));
            }
            let name = self.string()?;
            self.blanks();
            if !self.take(":") {
                return Err(self.wrong("a colon is missing"));
            }
            members.push((name, self.value(depth + 1)?));
            self.blanks();
            if self.take("}") {
                return Ok(Value::Object(members));
            }
            if !self.take(",") {
                return Err(self.wrong("a comma is missing"));
            }
        }
    }

    fn array(&mut self, depth: usize) -> Result<Value, String> {
        let mut elements = Vec::new();
        self.at += 1;
        self.blanks();
        if self.take("]") {
            return Ok(Value::Array(elements));
        }
        loop {
            elements.push(self.value(depth + 1)?);
            self.blanks();
            if self.take("]") {
                return Ok(Value::Array(elements));
            }
            if !self.take(",") {
                return Err(self.wrong("a comma is missing"));
            }
        }
    }

    fn digits(&mut self) -> bool {
        let begin = self.at;
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        self.at > begin
    }

    fn number(&mut self) -> Result<Value, String> {
        let begin = self.at;
        self.take("-");
        let whole = self.take("0") || self.digits();
        let part = !self.take(".") || self.digits();
        let exponent = if self.take("e") || self.take("E") {
            let _ = self.take("+") || self.take("-");
            self.digits()
        } else {
            true
        };
        if !(whole && part && exponent) {
            return Err(self.wrong("a digit is missing"));
        }
        Ok(Value::Number(self.text[begin..self.at].to_string()))
    }

    fn string(&mut self) -> Result<String, String> {
        let mut out = String::new();
        self.at += 1;
        loop {
            let begin = self.at;
            while !matches!(self.peek(), None | Some(b'"' | b'\\' | 0..=0x1f)) {
                self.at += 1;
            }
            out.push_str(&self.text[begin..self.at]);
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(out);
                }
                Some(b'\\') => out.push(self.escape()?),
                _ => return Err(self.wrong("a string does not end")),
            }
        }
    }

    fn escape(&mut self) -> Result<char, String> {
        self.at += 1;
        let kind = self.peek().ok_or_else(|| self.wrong("an escape does not end"))?;
        self.at += 1;
        Ok(match kind {
            b'"' | b'\\' | b'/' => kind as char,
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => self.unicode()?,
            _ => return Err(self.wrong("there is no such escape")),
        })
    }

    fn unicode(&mut self) -> Result<char, String> {
        let high = self.hex()?;
        if (0xd800..0xdc00).contains(&high) {
            let after = self.at;
            if self.take("\\u") {
                let low = self.hex()?;
                if (0xdc00..0xe000).contains(&low) {
                    let c = 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00);
                    return Ok(char::from_u32(c).unwrap_or('\u{fffd}'));
                }
                self.at = after;
            }
        }
        Ok(char::from_u32(high).unwrap_or('\u{fffd}'))
    }

    fn hex(&mut self) -> Result<u32, String> {
        let digits = self.text.get(self.at..self.at + 4).filter(|d| d.bytes().all(|b| b.is_ascii_hexdigit()));
        let value = digits.and_then(|d| u32::from_str_radix(d, 16).ok()).ok_or_else(|| self.wrong("four digits are missing"))?;
        self.at += 4;
        Ok(value)
    }
}
