using Google.Protobuf;

namespace DroneDelivery.LoadTests.Lab.Collection;

/// <summary>
/// Walks protobuf messages inside one another in place, without a copy for each level: a message is known by where it ends.
/// </summary>
internal sealed class NestedMessages
{
    private readonly CodedInputStream _input;

    public NestedMessages(ArraySegment<byte> message)
    {
        _input = new CodedInputStream(message.Array ?? [], message.Offset, message.Count);
        End = _input.Position + message.Count;
    }

    /// <summary>The end of the outermost message.</summary>
    public long End { get; }

    /// <summary>The scalar fields are read from here.</summary>
    public CodedInputStream Input => _input;

    /// <summary>Steps into the message whose tag was just read.</summary>
    /// <returns>The position of its end.</returns>
    public long Enter()
    {
        var length = _input.ReadLength();
        return length >= 0 && _input.Position + length <= End
            ? _input.Position + length
            : throw new InvalidDataException($"A field at byte {_input.Position} is longer than the message.");
    }

    /// <summary>Reads the next tag of the message that ends at <paramref name="end"/>; false at its end.</summary>
    public bool TryReadTag(long end, out uint tag)
    {
        if (_input.Position > end)
        {
            throw new InvalidDataException($"A field runs past the end of its message at byte {end}.");
        }

        tag = _input.Position < end ? _input.ReadTag() : 0;
        return tag != 0;
    }

    /// <summary>
    /// Steps into the message whose tag was just read and calls <paramref name="read"/> at each field <paramref name="wanted"/>;
    /// the others are skipped.
    /// </summary>
    public void ReadEach(uint wanted, Action read)
    {
        for (var end = Enter(); TryReadTag(end, out var tag);)
        {
            if (tag == wanted)
            {
                read();
            }
            else
            {
                Skip();
            }
        }
    }

    /// <summary>A time in nanoseconds since 1970.</summary>
    /// <param name="field">The name of the field, for the message when the time is out of range.</param>
    public long ReadUnixNanoseconds(string field)
    {
        var time = _input.ReadFixed64();
        return time <= long.MaxValue ? (long)time : throw new InvalidDataException($"{field} {time} is out of range.");
    }

    public void Skip() => _input.SkipLastField();
}
