using System.Runtime.InteropServices;
using System.Text.Json;

namespace DroneDelivery.CosmosEmulator.Patches;

/// <summary>Reads an operation as a request has it: {"op":"set","path":"/a","value":1}.</summary>
internal static class PatchOperationReader
{
    /// <summary>Returns what is wrong with the operation; null if it is read.</summary>
    public static string? Read(JsonElement json, out PatchOperation? operation)
    {
        operation = null;
        if (json.ValueKind != JsonValueKind.Object)
        {
            return "is not an object.";
        }

        var op = ReadText(json, "op");
        if (FindKind(op) is not { } kind)
        {
            return $"has the op '{op}'; add, set, replace, remove, incr and move are known.";
        }

        if (PatchPath.TryParse(ReadText(json, "path")) is not { } path)
        {
            return "has no path such as /tags/0.";
        }

        return kind == PatchKind.Move
            ? ReadMove(json, path, out operation)
            : ReadChange(json, kind, path, out operation);
    }

    private static string? ReadMove(JsonElement json, PatchPath path, out PatchOperation? operation)
    {
        operation = null;
        if (PatchPath.TryParse(ReadText(json, "from")) is not { } from)
        {
            return "has no from such as /tags/0.";
        }

        if (path.Names.Length > from.Names.Length && path.StartsWith(from.Names.AsSpan()))
        {
            return $"moves '{from.Text}' to '{path.Text}', which is a part of it.";
        }

        operation = new PatchOperation(PatchKind.Move, path, from, ReadOnlyMemory<byte>.Empty);
        return null;
    }

    private static string? ReadChange(JsonElement json, PatchKind kind, PatchPath path, out PatchOperation? operation)
    {
        operation = null;
        if (kind == PatchKind.Remove)
        {
            operation = new PatchOperation(kind, path, null, ReadOnlyMemory<byte>.Empty);
            return null;
        }

        if (!json.TryGetProperty("value", out var value))
        {
            return "has no value.";
        }

        if (kind == PatchKind.Increment && value.ValueKind != JsonValueKind.Number)
        {
            return "has a value that is not a number.";
        }

        // A copy, because the request's JSON is disposed after it is read.
        operation = new PatchOperation(kind, path, null, JsonMarshal.GetRawUtf8Value(value).ToArray());
        return null;
    }

    private static PatchKind? FindKind(string? op) => op switch
    {
        "add" => PatchKind.Add,
        "set" => PatchKind.Set,
        "replace" => PatchKind.Replace,
        "remove" => PatchKind.Remove,
        "incr" => PatchKind.Increment,
        "move" => PatchKind.Move,
        _ => null,
    };

    private static string? ReadText(JsonElement json, string name) =>
        json.TryGetProperty(name, out var text) && text.ValueKind == JsonValueKind.String ? text.GetString() : null;
}
