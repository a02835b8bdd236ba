using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using System.Text;
using System.Text.Json;
using DroneDelivery.CosmosEmulator.PartitionKeys;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Documents;

/// <summary>
/// Reads what a client sends as a document, in one pass: id, partition key, and which members are the client's own.
/// </summary>
/// <param name="partitionKeyPaths">Of the container; several for a hierarchical key.</param>
internal sealed class DocumentReader(params IReadOnlyList<PropertyPath> partitionKeyPaths)
{
    private static readonly JsonReaderOptions Options = new() { MaxDepth = 128 };

    public UniqueKeys UniqueKeys { get; init; } = UniqueKeys.None;

    /// <summary>Whether the property <c>ttl</c> has a meaning: then its value is read and checked.</summary>
    public bool ReadsTimeToLive { get; init; }

    /// <summary>The document, or what is wrong with it.</summary>
    public bool TryRead(
        ReadOnlyMemory<byte> json, [NotNullWhen(true)] out DocumentDraft? draft, [NotNullWhen(false)] out string? fault)
    {
        draft = null;
        try
        {
            fault = JsonStrings.FindFault(json.Span) is { } broken ? $"The document {broken}" : Read(json, out draft);
        }
        catch (JsonException error)
        {
            fault = $"The document is not valid JSON: {error.Message}";
        }

        return draft is not null;
    }

    private string? Read(ReadOnlyMemory<byte> json, out DocumentDraft? draft)
    {
        draft = null;
        var reader = new Utf8JsonReader(json.Span, Options);
        if (!reader.Read() || reader.TokenType != JsonTokenType.StartObject)
        {
            return "A document must be a JSON object.";
        }

        string? id = null;
        var firstPath = partitionKeyPaths[0].Names;
        var firstLevel = CosmosValue.Undefined;
        var timeToLive = ReadsTimeToLive ? TimeToLive.Inherited : TimeToLive.Unknown;
        var members = new MemberCollector(json, (int)reader.BytesConsumed);
        while (reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
        {
            var start = (int)reader.TokenStartIndex;
            var isSystem = SystemProperties.IsName(ref reader);
            var isId = reader.ValueTextEquals("id"u8);
            var isKey = reader.ValueTextEquals(firstPath[0]);
            var isTimeToLive = ReadsTimeToLive && reader.ValueTextEquals("ttl"u8);
            reader.Read();
            id = !isId ? id : reader.TokenType == JsonTokenType.String ? reader.GetString() : null;
            firstLevel = isKey ? JsonProperty.ReadBelow(reader, firstPath.AsSpan()[1..]) : firstLevel;
            if (isTimeToLive && ReadTimeToLive(reader, json.Span, ref timeToLive) is { } invalid)
            {
                return invalid;
            }

            reader.Skip();
            members.Add(start, (int)reader.BytesConsumed, isSystem);
        }

        var end = (int)reader.TokenStartIndex;
        while (reader.Read())
        {
        }

        if (DocumentId.FindFault(id) is { } fault)
        {
            return fault;
        }

        var key = ReadKey(json, firstLevel, out var keyFault);
        if (keyFault is not null)
        {
            return keyFault;
        }

        draft = new DocumentDraft(id!, key.Value, key.Hash, members.Take(end))
        {
            TimeToLive = timeToLive,
            UniqueKeyHashes = UniqueKeys.Hash(key.Hash, json.Span),
        };
        return null;
    }

    /// <summary>What is wrong with the value that the reader stands on; null if it is read.</summary>
    private static string? ReadTimeToLive(Utf8JsonReader reader, ReadOnlySpan<byte> json, ref TimeToLive timeToLive)
    {
        if (TimeToLive.From(CosmosValue.ReadShallow(ref reader)) is not { } read)
        {
            return TimeToLive.FaultOf(Encoding.UTF8.GetString(json[(int)reader.TokenStartIndex..(int)reader.BytesConsumed]));
        }

        timeToLive = read;
        return null;
    }

    private LogicalKey ReadKey(ReadOnlyMemory<byte> json, CosmosValue firstLevel, out string? fault)
    {
        // The usual key needs no list.
        if (partitionKeyPaths.Count == 1)
        {
            fault = FindKeyFault(firstLevel, partitionKeyPaths[0]);
            return LogicalKey.From(firstLevel);
        }

        CosmosValue[] levels = [firstLevel, .. partitionKeyPaths.Skip(1).Select(path => JsonProperty.Read(json.Span, path))];
        fault = levels.Zip(partitionKeyPaths, FindKeyFault).FirstOrDefault(found => found is not null);
        return LogicalKey.From(levels);
    }

    private static string? FindKeyFault(CosmosValue level, PropertyPath path) => level.IsDefined && !level.IsScalar
        ? $"The partition key '{path}' of a document must be a string, a number, a boolean or null."
        : LogicalKey.FindValueFault(level) is { } fault ? $"The partition key '{path}' of a document {fault}."
        : null;

    /// <summary>Cuts the system properties out. A document without them, the usual one, is not copied.</summary>
    private struct MemberCollector(ReadOnlyMemory<byte> json, int start)
    {
        private readonly ReadOnlyMemory<byte> _json = json;
        private ArrayBufferWriter<byte>? _kept;
        private readonly int _start = start;

        public void Add(int memberStart, int memberEnd, bool isSystem)
        {
            if (isSystem && _kept is null)
            {
                _kept = new ArrayBufferWriter<byte>(_json.Length);
                _kept.Write(_json.Span[_start..memberStart].TrimEnd(" \t\r\n,"u8));
            }
            else if (!isSystem && _kept is not null)
            {
                _kept.Write(_kept.WrittenCount > 0 ? ","u8 : ""u8);
                _kept.Write(_json.Span[memberStart..memberEnd]);
            }
        }

        public readonly ReadOnlyMemory<byte> Take(int end) => _kept?.WrittenMemory ?? _json[_start..end];
    }
}
