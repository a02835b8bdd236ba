using System.Buffers;
using System.Globalization;
using System.Text.Json;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Patches;

/// <summary>
/// A value of a document that is patched. An object or an array is taken apart when a path leads through it. All other JSON stays
/// as it is, byte for byte.
/// </summary>
/// <param name="json">One JSON value without white space around it.</param>
internal sealed class PatchNode(ReadOnlyMemory<byte> json)
{
    // A document, and the values of ten operations, which may be put into each other: what is too deep is refused afterwards.
    private static readonly JsonReaderOptions Options = new() { MaxDepth = 11 * 128 };
    private List<Member>? _members;
    private List<PatchNode>? _items;

    public bool IsContainer => IsObject || IsArray;

    public bool IsArray => json.Span[0] == (byte)'[';

    public bool IsNumber => json.Span[0] is (byte)'-' or (>= (byte)'0' and <= (byte)'9');

    /// <summary>The items of an array.</summary>
    public List<PatchNode> Items => _items ??= ReadItems();

    private bool IsObject => json.Span[0] == (byte)'{';

    private List<Member> Members => _members ??= ReadMembers();

    /// <summary>The value of a member or an item; null if there is none. Of a repeated member the last counts.</summary>
    public PatchNode? Find(string name)
    {
        if (IsObject)
        {
            return Members.FindLast(member => member.Name == name)?.Value;
        }

        return IsArray && FindIndex(name) is >= 0 and var index && index < Items.Count ? Items[index] : null;
    }

    /// <summary>The index of an array that a name is: after the last item for "-", and -1 for what is no index.</summary>
    public int FindIndex(string name)
    {
        if (name == "-")
        {
            return Items.Count;
        }

        var isNumber = int.TryParse(name, NumberStyles.None, CultureInfo.InvariantCulture, out var index);
        return isNumber && (name == "0" || name[0] != '0') ? index : -1;
    }

    /// <summary>Changes the value of an object's member, or adds the member after the last one.</summary>
    public void SetMember(string name, PatchNode value)
    {
        var index = Members.FindLastIndex(member => member.Name == name);
        if (index < 0)
        {
            Members.Add(new Member(name, JsonSerializer.SerializeToUtf8Bytes(name, ReadableJson.Options), value));
        }
        else
        {
            Members[index] = Members[index] with { Value = value };
        }
    }

    /// <summary>Removes a member of an object; of a repeated one, all.</summary>
    public void RemoveMember(string name) => Members.RemoveAll(member => member.Name == name);

    public ReadOnlyMemory<byte> ToJson()
    {
        var writer = new ArrayBufferWriter<byte>(json.Length);
        WriteTo(writer);
        return writer.WrittenMemory;
    }

    private void WriteTo(ArrayBufferWriter<byte> writer)
    {
        if (_members is not null)
        {
            WriteMembers(writer, _members);
        }
        else if (_items is not null)
        {
            WriteItems(writer, _items);
        }
        else
        {
            writer.Write(json.Span);
        }
    }

    private static void WriteMembers(ArrayBufferWriter<byte> writer, List<Member> members)
    {
        writer.Write("{"u8);
        for (var index = 0; index < members.Count; index++)
        {
            writer.Write(index > 0 ? ","u8 : ""u8);
            writer.Write(members[index].NameJson.Span);
            writer.Write(":"u8);
            members[index].Value.WriteTo(writer);
        }

        writer.Write("}"u8);
    }

    private static void WriteItems(ArrayBufferWriter<byte> writer, List<PatchNode> items)
    {
        writer.Write("["u8);
        for (var index = 0; index < items.Count; index++)
        {
            writer.Write(index > 0 ? ","u8 : ""u8);
            items[index].WriteTo(writer);
        }

        writer.Write("]"u8);
    }

    private List<Member> ReadMembers()
    {
        var members = new List<Member>();
        var reader = new Utf8JsonReader(json.Span, Options);
        reader.Read();
        while (reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
        {
            var name = reader.GetString()!;
            var nameJson = json.Slice((int)reader.TokenStartIndex, reader.ValueSpan.Length + 2);
            reader.Read();
            members.Add(new Member(name, nameJson, ReadValue(ref reader)));
        }

        return members;
    }

    private List<PatchNode> ReadItems()
    {
        var items = new List<PatchNode>();
        var reader = new Utf8JsonReader(json.Span, Options);
        reader.Read();
        while (reader.Read() && reader.TokenType != JsonTokenType.EndArray)
        {
            items.Add(ReadValue(ref reader));
        }

        return items;
    }

    /// <summary>The value that the reader stands on; then it stands on the value's end.</summary>
    private PatchNode ReadValue(ref Utf8JsonReader reader)
    {
        var start = (int)reader.TokenStartIndex;
        reader.Skip();
        return new PatchNode(json[start..(int)reader.BytesConsumed]);
    }

    /// <param name="NameJson">The name as the document has it, with its quotes.</param>
    private sealed record Member(string Name, ReadOnlyMemory<byte> NameJson, PatchNode Value);
}
