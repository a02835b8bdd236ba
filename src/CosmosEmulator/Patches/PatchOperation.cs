using System.Text;
using System.Text.Json;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Patches;

internal enum PatchKind
{
    Add,
    Set,
    Replace,
    Remove,
    Increment,
    Move,
}

/// <summary>
/// One operation of a patch. Sources of the rules and of the texts of faults: partial-document-update.md and
/// partial-document-update-getting-started.md in MicrosoftDocs/azure-databases-docs, and for the exact words of one of them the
/// SDK's CosmosItemTests.
/// </summary>
/// <param name="Path">The place that it changes.</param>
/// <param name="From">Where a move takes its value; null for the others.</param>
/// <param name="Value">JSON; empty for a removal and a move.</param>
internal sealed record PatchOperation(PatchKind Kind, PatchPath Path, PatchPath? From, ReadOnlyMemory<byte> Value)
{
    /// <summary>What is wrong with an operation on what no patch may change; null for the others.</summary>
    public string? FindForbidden(IReadOnlyList<PropertyPath> partitionKeyPaths) =>
        FindForbidden(Path, partitionKeyPaths) ?? (From is null ? null : FindForbidden(From, partitionKeyPaths));

    /// <summary>Changes the document. Returns what is wrong; null if the change is made.</summary>
    public string? Apply(PatchNode document)
    {
        if (From is not null)
        {
            return Move(document, From);
        }

        return FindParent(document, out var parent) ?? (parent.IsArray ? ApplyToArray(parent) : ApplyToObject(parent));
    }

    private static string? FindForbidden(PatchPath path, IReadOnlyList<PropertyPath> partitionKeyPaths) =>
        path.Names[0] == "id" || SystemProperties.IsName(path.Names[0]) ? $"Cannot patch system property '{path.Names[0]}'."
        : partitionKeyPaths.FirstOrDefault(key => path.StartsWith(key.Names.AsSpan())) is { } found
            ? $"Cannot patch the partition key '{found}'."
        : null;

    // As in RFC 6902 a removal and then an addition: the path is of the document without the value.
    private string? Move(PatchNode document, PatchPath from)
    {
        var removal = this with { Kind = PatchKind.Remove, Path = from, From = null };
        if (removal.FindParent(document, out var parent) is { } fault)
        {
            return fault;
        }

        var value = parent.Find(from.LastName)?.ToJson() ?? ReadOnlyMemory<byte>.Empty;
        return removal.Apply(document) ?? (this with { Kind = PatchKind.Add, From = null, Value = value }).Apply(document);
    }

    private string? FindParent(PatchNode document, out PatchNode parent)
    {
        parent = document;
        foreach (var name in Path.Names.AsSpan()[..^1])
        {
            if (parent.Find(name) is not { IsContainer: true } child)
            {
                return $"{(Kind == PatchKind.Add ? "Add" : "Given")} Operation can only create a child object of an existing "
                    + $"node(array or object) and cannot create path recursively, no path found beyond: '{name}'.";
            }

            parent = child;
        }

        return null;
    }

    private string? ApplyToObject(PatchNode parent)
    {
        var name = Path.LastName;
        var old = parent.Find(name);
        if (old is null && Kind is PatchKind.Replace or PatchKind.Remove)
        {
            return Kind == PatchKind.Replace
                ? $"Node({name}) to be replaced is absent."
                : $"Node({name}) to be removed is absent. Note: it might also have been removed earlier in the transaction.";
        }

        if (Kind == PatchKind.Remove)
        {
            parent.RemoveMember(name);
            return null;
        }

        var fault = MakeValue(old, out var value);
        if (fault is null)
        {
            parent.SetMember(name, value);
        }

        return fault;
    }

    private string? ApplyToArray(PatchNode parent)
    {
        var (items, index) = (parent.Items, parent.FindIndex(Path.LastName));

        // An item is added by add, and by set only with -, as in Microsoft's driver for Rust (patch_eval.rs).
        var isInsertion = Kind == PatchKind.Add || (Kind == PatchKind.Set && Path.LastName == "-");
        if (index < 0 || index > items.Count || (index == items.Count && !isInsertion))
        {
            return $"Index({Path.LastName}) to operate on is out of array bounds.";
        }

        if (Kind == PatchKind.Remove)
        {
            items.RemoveAt(index);
            return null;
        }

        var fault = MakeValue(isInsertion ? null : items[index], out var value);
        if (fault is null && isInsertion)
        {
            items.Insert(index, value);
        }
        else if (fault is null)
        {
            items[index] = value;
        }

        return fault;
    }

    /// <summary>Makes the value that takes the place of the old one: for an increment their sum.</summary>
    private string? MakeValue(PatchNode? old, out PatchNode value)
    {
        value = new PatchNode(Value);
        if (Kind != PatchKind.Increment || old is null)
        {
            return null;
        }

        if (!old.IsNumber)
        {
            return $"Node({Path.LastName}) is not a number.";
        }

        if (Add(ReadNumber(old.ToJson().Span), ReadNumber(Value.Span)) is not { } sum)
        {
            return $"Node({Path.LastName}) cannot be incremented: the sum is too large for a number.";
        }

        value = new PatchNode(Encoding.UTF8.GetBytes(sum.ToString()));
        return null;
    }

    /// <summary>The sum of 64-bit integers without loss, of others as doubles; null if it is too large.</summary>
    private static JsonNumber? Add(JsonNumber one, JsonNumber other)
    {
        if (one.TryGetInt64(out var left) && other.TryGetInt64(out var right))
        {
            var sum = (Int128)left + right;
            return sum >= long.MinValue && sum <= long.MaxValue ? JsonNumber.From((long)sum) : null;
        }

        var total = one.ToDouble() + other.ToDouble();
        return double.IsFinite(total) ? JsonNumber.From(total) : null;
    }

    private static JsonNumber ReadNumber(ReadOnlySpan<byte> json)
    {
        var reader = new Utf8JsonReader(json);
        reader.Read();
        return JsonNumber.Read(ref reader);
    }
}
