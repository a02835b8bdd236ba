using System.Buffers;
using System.Buffers.Text;

namespace DroneDelivery.LoadTests.Engine.Clients.Http1;

/// <summary>The status, and the headers that set the length of the body and the end of the connection (RFC 9112).</summary>
internal struct AnswerHead
{
    private static readonly SearchValues<byte> TokenBytes = SearchValues.Create(
        "!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"u8);

    // All control characters except the tab.
    private static readonly SearchValues<byte> Controls = SearchValues.Create(
        [.. Enumerable.Range(0, 32).Except([9]).Append(127).Select(code => (byte)code)]);

    public int Status { get; private set; }

    /// <summary>Null when there is no Content-Length.</summary>
    public long? Length { get; private set; }

    public bool Chunked { get; private set; }

    /// <summary>Whether there is a transfer coding, chunked or not.</summary>
    public bool HasTransferEncoding { get; private set; }

    /// <summary>Whether the connection ends with the response.</summary>
    public bool Closes { get; private set; }

    /// <param name="text">The head up to the last header, without its line end.</param>
    public static AnswerHead Parse(ReadOnlySpan<byte> text, AnswerKeeper? keeper)
    {
        var head = new AnswerHead();
        var end = text.IndexOf("\r\n"u8);
        head.ReadStatus(end < 0 ? text : text[..end]);
        while (end >= 0)
        {
            text = text[(end + 2)..];
            end = text.IndexOf("\r\n"u8);
            head.ReadHeader(end < 0 ? text : text[..end], keeper);
        }

        MalformedAnswer.ThrowIf(
            head.HasTransferEncoding && head.Length is not null, "it has both Content-Length and Transfer-Encoding");
        return head;
    }

    /// <summary>Reads "name: value". The value is returned without surrounding blanks.</summary>
    public static ReadOnlySpan<byte> ReadName(ReadOnlySpan<byte> line, out ReadOnlySpan<byte> value)
    {
        var colon = line.IndexOf((byte)':');
        MalformedAnswer.ThrowIf(colon <= 0 || line[..colon].ContainsAnyExcept(TokenBytes), "a header name is invalid");
        value = line[(colon + 1)..].Trim(" \t"u8);
        MalformedAnswer.ThrowIf(value.ContainsAny(Controls), "a header has a control character");
        return line[..colon];
    }

    private void ReadStatus(ReadOnlySpan<byte> line)
    {
        if (line.Length < 12 || !line.StartsWith("HTTP/1."u8) || line[7] is not ((byte)'0' or (byte)'1') || line[8] != ' '
            || (line.Length > 12 && line[12] != ' ') || line.ContainsAny(Controls)
            || !Utf8Parser.TryParse(line[9..12], out int status, out var digits, 'D') || digits != 3 || status < 100)
        {
            throw MalformedAnswer.Invalid("its status line is invalid");
        }

        (Status, Closes) = (status, line[7] == '0');
    }

    private void ReadHeader(ReadOnlySpan<byte> line, AnswerKeeper? keeper)
    {
        var name = ReadName(line, out var value);
        keeper?.KeepHeader(Encoding.ASCII.GetString(name), Encoding.UTF8.GetString(value));
        switch (name.Length)
        {
            case 10 when Ascii.EqualsIgnoreCase(name, "connection"u8):
                ReadConnection(value);
                break;
            case 14 when Ascii.EqualsIgnoreCase(name, "content-length"u8):
                ReadLength(value);
                break;
            case 17 when Ascii.EqualsIgnoreCase(name, "transfer-encoding"u8):
                ReadCoding(value);
                break;
        }
    }

    private void ReadConnection(ReadOnlySpan<byte> value)
    {
        foreach (var part in value.Split((byte)','))
        {
            var option = value[part].Trim(" \t"u8);
            Closes = Ascii.EqualsIgnoreCase(option, "close"u8) || (Closes && !Ascii.EqualsIgnoreCase(option, "keep-alive"u8));
        }
    }

    private void ReadLength(ReadOnlySpan<byte> value)
    {
        if (value.IsEmpty || value.ContainsAnyExceptInRange((byte)'0', (byte)'9')
            || !Utf8Parser.TryParse(value, out long length, out var digits) || digits != value.Length)
        {
            throw MalformedAnswer.Invalid("its Content-Length is not a number");
        }

        MalformedAnswer.ThrowIf(Length is { } other && other != length, "it has two different lengths");
        Length = length;
    }

    private void ReadCoding(ReadOnlySpan<byte> value)
    {
        MalformedAnswer.ThrowIf(Chunked, "chunked is not its last transfer coding");
        HasTransferEncoding = true;
        foreach (var part in value.Split((byte)','))
        {
            Chunked = Ascii.EqualsIgnoreCase(value[part].Trim(" \t"u8), "chunked"u8);
        }
    }
}
