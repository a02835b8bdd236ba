using System.Buffers.Text;

namespace DroneDelivery.LoadTests.Engine.Clients.Http1;

/// <summary>A chunked body (RFC 9112, section 7.1), parsed as bytes arrive.</summary>
internal struct ChunkedBody
{
    // The largest number of hexadecimal digits that always fits into a positive long.
    private const int MaxDigits = 15;

    private Step _step;
    private long _left;

    private enum Step
    {
        Size,
        Data,
        DataEnd,
        Trailers,
    }

    /// <summary>Reads the available bytes from the buffer. True when the body is complete.</summary>
    /// <param name="bytes">Increased by the number of body bytes, without chunk sizes, line ends and trailers.</param>
    public bool Read(AnswerBuffer buffer, AnswerKeeper? keeper, ref long bytes)
    {
        while (true)
        {
            switch (_step)
            {
                case Step.Size when buffer.TryTakeLine(out var line):
                    _left = ReadSize(line);
                    _step = _left > 0 ? Step.Data : Step.Trailers;
                    break;
                case Step.Data when !buffer.Unread.IsEmpty:
                    var taken = (int)Math.Min(_left, buffer.Unread.Length);
                    keeper?.KeepBody(buffer.Unread[..taken]);
                    buffer.Skip(taken);
                    (_left, bytes) = (_left - taken, bytes + taken);
                    _step = _left > 0 ? Step.Data : Step.DataEnd;
                    break;
                case Step.DataEnd when buffer.TryTakeLine(out var line):
                    MalformedAnswer.ThrowIf(!line.IsEmpty, "a chunk is longer than its size");
                    _step = Step.Size;
                    break;
                case Step.Trailers when buffer.TryTakeLine(out var line):
                    if (line.IsEmpty)
                    {
                        return true;
                    }

                    AnswerHead.ReadName(line, out _);
                    break;
                default:
                    return false;
            }
        }
    }

    private static long ReadSize(ReadOnlySpan<byte> line)
    {
        var end = line.IndexOfAny(";\t "u8);
        var digits = end < 0 ? line : line[..end];
        var fits = digits.Length is > 0 and <= MaxDigits;
        var size = 0L;
        var isNumber = fits && Utf8Parser.TryParse(digits, out size, out var read, 'X') && read == digits.Length;
        var restIsExtension = end < 0 || line[end..].TrimStart(" \t"u8) is [(byte)';', ..];
        MalformedAnswer.ThrowIf(!isNumber || !restIsExtension, "a chunk size is invalid");
        return size;
    }
}
