namespace DroneDelivery.LoadTests.Engine.Clients.Http1;

/// <summary>
/// Reads the answers of one connection, one after the other, in whatever pieces they come. Strict: what RFC 9112 does not allow
/// is refused, since a server that sends it is what a load test should find.
/// </summary>
internal sealed class AnswerParser
{
    private readonly AnswerBuffer _buffer = new();
    private AnswerKeeper? _keeper;
    private bool _toHead;
    private Body _body;
    private ChunkedBody _chunks;
    private AnswerHead _head;
    private long _left;
    private long _bytes;

    private enum Body
    {
        NotReached,
        Counted,
        Chunked,
        UntilClosed,
    }

    /// <summary>Whether anything has come.</summary>
    public bool Started { get; private set; }

    /// <summary>Of the last answer.</summary>
    public int Status => _head.Status;

    /// <summary>Of the last answer's body.</summary>
    public long Bytes => _bytes;

    /// <summary>Whether the connection can carry another request after this answer.</summary>
    public bool KeepsConnection => !_head.Closes && _body != Body.UntilClosed && _buffer.Unread.IsEmpty;

    /// <summary>Where the next bytes are to be received.</summary>
    public Memory<byte> Room => _buffer.Room;

    /// <param name="toHead">The request was a HEAD: whatever the answer says of its body, it has none.</param>
    /// <param name="keeper">Takes down headers and body; null when nobody wants them.</param>
    public void Expect(bool toHead, AnswerKeeper? keeper)
    {
        (_toHead, _keeper) = (toHead, keeper);
        (_body, _chunks, _head, _left, _bytes, Started) = (Body.NotReached, default, default, 0, 0, false);
        _buffer.Clear();
    }

    /// <returns>Whether the answer is whole.</returns>
    /// <exception cref="HttpIOException">It is not HTTP/1.1, or a part of it is too long.</exception>
    public bool Received(int count)
    {
        Started = true;
        _buffer.Received(count);
        return (_body != Body.NotReached || ReadHead()) && ReadBody();
    }

    /// <summary>The other side has closed: the end of an answer without a length, the failure of any other.</summary>
    public void Closed()
    {
        if (_body != Body.UntilClosed)
        {
            throw MalformedAnswer.Ended();
        }
    }

    /// <summary>False when the head is not whole yet.</summary>
    private bool ReadHead()
    {
        while (true)
        {
            var unread = _buffer.Unread;
            var end = unread.IndexOf("\r\n\r\n"u8);
            if (end < 0)
            {
                ThrowIfHopeless(unread);
                return false;
            }

            _head = AnswerHead.Parse(unread[..end], _keeper);
            _buffer.Skip(end + 4);
            if (_head.Status >= 200)
            {
                (_body, _left) = Choose();
                return true;
            }

            SkipInterim();
        }
    }

    private void ThrowIfHopeless(ReadOnlySpan<byte> unread)
    {
        var start = "HTTP/1."u8;
        var known = Math.Min(start.Length, unread.Length);
        if (!unread[..known].SequenceEqual(start[..known]))
        {
            throw MalformedAnswer.Invalid("it has no proper status line");
        }

        _buffer.ThrowIfTooLong("The head of the answer");
    }

    private void SkipInterim()
    {
        if (_head.Status == 101)
        {
            throw MalformedAnswer.Invalid("it switches to a protocol that nobody asked for");
        }

        _keeper?.Clear();
    }

    // RFC 9112, section 6.3.
    private (Body Body, long Length) Choose() => _head switch
    {
        _ when _toHead || _head.Status is 204 or 304 => (Body.Counted, 0),
        { Chunked: true } => (Body.Chunked, 0),
        { Coded: false, Length: { } length } => (Body.Counted, length),
        _ => (Body.UntilClosed, long.MaxValue),
    };

    private bool ReadBody()
    {
        if (_body == Body.Chunked)
        {
            return _chunks.Read(_buffer, _keeper, ref _bytes);
        }

        var taken = (int)Math.Min(_left, _buffer.Unread.Length);
        _keeper?.KeepBody(_buffer.Unread[..taken]);
        _buffer.Skip(taken);
        (_left, _bytes) = (_left - taken, _bytes + taken);
        return _left == 0;
    }
}
