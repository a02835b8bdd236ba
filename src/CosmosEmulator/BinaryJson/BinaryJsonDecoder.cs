using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using System.Text.Encodings.Web;
using System.Text.Json;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.BinaryJson;

/// <summary>
/// Writes a body in CosmosBinary as JSON text, value after value. Each length is checked against what is left of the array, the
/// object or the body around it. References and arrays of empty arrays can make the text many times as long as the body: the
/// limit of the text bounds time and memory too.
/// </summary>
internal sealed class BinaryJsonDecoder
{
    // As deep as the SDK writes.
    private const int MaxDepth = 256;

    private const long NoCount = -1;

    private static readonly JsonWriterOptions Options = new()
    {
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        SkipValidation = true,
    };

    private readonly ByteReader _reader;
    private readonly BinaryStrings _strings;
    private readonly Utf8JsonWriter _json;
    private readonly int _maxBytes;

    // The arrays and objects around the innermost one.
    private readonly Stack<Level> _outer = new();
    private Level _level;

    private BinaryJsonDecoder(ReadOnlyMemory<byte> body, Utf8JsonWriter json, int maxBytes)
    {
        _reader = new ByteReader(body);
        _strings = new BinaryStrings(_reader);
        (_json, _maxBytes) = (json, maxBytes);
    }

    /// <summary>An array or an object that is being read.</summary>
    /// <param name="HasLength">Whether the reader's limit is its end.</param>
    /// <param name="Left">The items or members that are left, or <see cref="NoCount"/>.</param>
    /// <param name="OuterLimit">The reader's limit after it.</param>
    private readonly record struct Level(bool IsObject, bool HasLength, long Left, int OuterLimit);

    private bool IsTooLarge => _json.BytesCommitted + _json.BytesPending > _maxBytes;

    private bool IsStopped => _reader.Fault is not null || IsTooLarge;

    /// <summary>Whether a body is in CosmosBinary: no text in UTF-8 begins with this byte.</summary>
    public static bool IsBinary(ReadOnlySpan<byte> body) => body is [TypeMarkers.Format, ..];

    /// <summary>The body as JSON text, or why it has none.</summary>
    /// <param name="maxBytes">Of the text.</param>
    public static bool TryDecode(
        ReadOnlyMemory<byte> body,
        int maxBytes,
        out ReadOnlyMemory<byte> text,
        [NotNullWhen(false)] out BinaryJsonFault? fault)
    {
        var buffer = new ArrayBufferWriter<byte>(body.Length + 1);
        using var json = new Utf8JsonWriter(buffer, Options);
        fault = new BinaryJsonDecoder(body, json, maxBytes).Decode();
        json.Flush();
        text = fault is null ? buffer.WrittenMemory : default;
        return fault is null;
    }

    private BinaryJsonFault? Decode()
    {
        if (_reader.ReadByte() != TypeMarkers.Format)
        {
            _reader.Fail($"it does not begin with {TypeMarkers.Format:x2}");
        }

        ReadValue();
        while (_outer.Count > 0 && !IsStopped)
        {
            if (_level.Left == 0 || (_level.Left == NoCount && _reader.IsAtEnd))
            {
                Leave();
            }
            else
            {
                ReadItem();
            }
        }

        if (_reader.Fault is null && IsTooLarge)
        {
            return new BinaryJsonFault($"its text has more than {_maxBytes} bytes", IsTooLarge: true);
        }

        if (!_reader.IsAtEnd)
        {
            _reader.Fail($"bytes follow its value, which ends at byte {_reader.Position}");
        }

        return _reader.Fault is { } fault ? new BinaryJsonFault(fault, IsTooLarge: false) : null;
    }

    private void ReadItem()
    {
        _level = _level with { Left = _level.Left == NoCount ? NoCount : _level.Left - 1 };
        if (_level.IsObject)
        {
            _json.WritePropertyName(_strings.Read(_reader.ReadByte()));
        }

        ReadValue();
    }

    private void ReadValue()
    {
        var marker = _reader.ReadByte();
        switch (marker)
        {
            case < TypeMarkers.FirstSystemString:
                _json.WriteNumberValue((int)marker);
                break;
            case TypeMarkers.Null:
                _json.WriteNullValue();
                break;
            case TypeMarkers.False or TypeMarkers.True:
                _json.WriteBooleanValue(marker == TypeMarkers.True);
                break;
            case TypeMarkers.Guid or TypeMarkers.BytesLength1 or TypeMarkers.BytesLength2 or TypeMarkers.BytesLength4:
                _reader.Fail($"the value at byte {_reader.Position - 1} is a GUID or bytes, which JSON does not have");
                break;
            case >= TypeMarkers.FirstArray and < TypeMarkers.NumberArrayCount1:
                Enter(marker);
                break;
            case >= TypeMarkers.NumberArrayCount1 and <= TypeMarkers.NumberArraysCount2:
                ReadNumberArray(marker);
                break;
            default:
                ReadNumberOrString(marker);
                break;
        }
    }

    private void ReadNumberOrString(byte marker)
    {
        var size = BinaryNumbers.SizeOf(marker);
        if (size == 0)
        {
            _json.WriteStringValue(_strings.Read(marker));
            return;
        }

        var bytes = _reader.Take(size).Span;
        if (bytes.Length == size)
        {
            BinaryNumbers.Write(marker, bytes, _json);
        }
    }

    private void Enter(byte marker)
    {
        if (_outer.Count == MaxDepth)
        {
            _reader.Fail($"it is nested more than {MaxDepth} deep");
            return;
        }

        // The last three bits: empty, one item, a length of 1, 2 or 4 bytes, and the same with a count of as many bytes.
        var form = marker & 7;
        var (isObject, limit) = (marker >= TypeMarkers.FirstObject, _reader.Limit);
        long left = form;
        if (form >= 2)
        {
            var width = 1 << ((form - 2) % 3);
            var length = _reader.ReadUnsigned(width);
            left = form >= 5 ? _reader.ReadUnsigned(width) : NoCount;
            _reader.Narrow(length);
        }

        if (isObject)
        {
            _json.WriteStartObject();
        }
        else
        {
            _json.WriteStartArray();
        }

        _outer.Push(_level);
        _level = new Level(isObject, HasLength: form >= 2, left, limit);
    }

    private void Leave()
    {
        if (_level.HasLength && !_reader.IsAtEnd)
        {
            _reader.Fail($"bytes follow the last item of an array or an object, which ends at byte {_reader.Position}");
        }

        _reader.Move(_reader.Position, _level.OuterLimit);
        if (_level.IsObject)
        {
            _json.WriteEndObject();
        }
        else
        {
            _json.WriteEndArray();
        }

        _level = _outer.Pop();
    }

    /// <summary>
    /// The marker of all numbers, their count, and the numbers. For arrays of such arrays the marker of the inner arrays comes
    /// first, and the number of inner arrays after the count.
    /// </summary>
    private void ReadNumberArray(byte marker)
    {
        var isNested = marker >= TypeMarkers.NumberArraysCount1;
        var inner = isNested ? _reader.ReadByte() : marker;
        var number = _reader.ReadByte();
        var width = marker is TypeMarkers.NumberArrayCount1 or TypeMarkers.NumberArraysCount1 ? 1 : 2;
        var count = _reader.ReadUnsigned(width);
        var arrays = isNested ? _reader.ReadUnsigned(width) : 1;
        var size = BinaryNumbers.SizeOf(number);
        if (size == 0 || (isNested && inner != marker - 2))
        {
            _reader.Fail($"the array of numbers before byte {_reader.Position} has the markers {inner:x2} and {number:x2}");
        }

        var bytes = _reader.Take(size * (long)count * arrays).Span;
        if (isNested)
        {
            _json.WriteStartArray();
        }

        for (var array = 0; array < arrays && !IsStopped; array++)
        {
            bytes = WriteNumbers(number, (int)count, size, bytes);
        }

        if (isNested)
        {
            _json.WriteEndArray();
        }
    }

    /// <summary>Returns the bytes after the numbers.</summary>
    private ReadOnlySpan<byte> WriteNumbers(byte marker, int count, int size, ReadOnlySpan<byte> bytes)
    {
        _json.WriteStartArray();
        for (var index = 0; index < count; index++)
        {
            BinaryNumbers.Write(marker, bytes[..size], _json);
            bytes = bytes[size..];
        }

        _json.WriteEndArray();
        return bytes;
    }
}
