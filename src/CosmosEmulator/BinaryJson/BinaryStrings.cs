using System.Text.Unicode;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.BinaryJson;

/// <summary>Reads strings in all of their forms.</summary>
internal sealed class BinaryStrings(ByteReader reader)
{
    private const byte LastReference = TypeMarkers.FirstReference + 3;

    private readonly ByteReader _reader = reader;
    private readonly CompressedStrings _compressed = new(reader);

    /// <summary>The string whose marker was just read, in UTF-8; it is good until the next string is read.</summary>
    public ReadOnlySpan<byte> Read(byte marker) =>
        marker is >= TypeMarkers.FirstReference and <= LastReference
            ? ReadReference(width: marker - TypeMarkers.FirstReference + 1)
            : ReadInPlace(marker);

    /// <summary>A string that lies before this one. It is no reference, so that one step leads to the text.</summary>
    private ReadOnlySpan<byte> ReadReference(int width)
    {
        var start = _reader.Position - 1;
        var target = _reader.ReadUnsigned(width);
        if (target == 0 || target >= start)
        {
            return Refuse($"the string at byte {start} refers to byte {target}, which is not before it");
        }

        var (next, limit) = (_reader.Position, _reader.Limit);
        _reader.Move((int)target, start);
        var text = ReadInPlace(_reader.ReadByte());
        _reader.Move(next, limit);
        return text;
    }

    private ReadOnlySpan<byte> ReadInPlace(byte marker) => marker switch
    {
        >= TypeMarkers.FirstSystemString and < TypeMarkers.FirstUserString =>
            SystemStrings.Find(marker - TypeMarkers.FirstSystemString),
        >= TypeMarkers.FirstUserString and < TypeMarkers.FirstWithoutMeaning =>
            Refuse($"the string at byte {_reader.Position - 1} is in a list of strings, and a body has none"),
        >= TypeMarkers.Base64Length1 and <= TypeMarkers.Packed7BitsLength2 => _compressed.Read(marker),
        >= TypeMarkers.FirstShortString and < TypeMarkers.StringLength1 => ReadText(marker - TypeMarkers.FirstShortString),
        TypeMarkers.StringLength1 => ReadText(_reader.ReadUnsigned(1)),
        TypeMarkers.StringLength2 => ReadText(_reader.ReadUnsigned(2)),
        TypeMarkers.StringLength4 => ReadText(_reader.ReadUnsigned(4)),
        _ => Refuse($"the marker {marker:x2} at byte {_reader.Position - 1} is not expected there"),
    };

    private ReadOnlySpan<byte> ReadText(long length)
    {
        var text = _reader.Take(length).Span;
        return Utf8.IsValid(text) ? text : Refuse($"the string that ends at byte {_reader.Position} is not valid UTF-8");
    }

    private ReadOnlySpan<byte> Refuse(string fault)
    {
        _reader.Fail(fault);
        return default;
    }
}
