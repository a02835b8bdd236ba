using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace DroneDelivery.CosmosEmulator.Tests.Query.Differential;

/// <summary>A query over documents, which are created in this order.</summary>
internal sealed record DifferentialCase(IReadOnlyList<JsonObject> Documents, ModelQuery Query)
{
    private static readonly JsonSerializerOptions Readable = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    /// <summary>Cases with fewer documents, a smaller query, or fewer members in a document.</summary>
    public IEnumerable<DifferentialCase> FindSmaller()
    {
        for (var count = (Documents.Count + 1) / 2; count > 0; count /= 2)
        {
            for (var start = 0; start < Documents.Count; start += count)
            {
                yield return this with { Documents = [.. Documents.Take(start), .. Documents.Skip(start + count)] };
            }
        }

        foreach (var smaller in SmallerQueries.Find(Query))
        {
            yield return this with { Query = smaller };
        }

        for (var index = 0; index < Documents.Count; index++)
        {
            foreach (var (name, _) in Documents[index].Where(member => member.Key != "id"))
            {
                var smaller = Documents[index].DeepClone().AsObject();
                smaller.Remove(name);
                yield return this with { Documents = [.. Documents.Take(index), smaller, .. Documents.Skip(index + 1)] };
            }
        }
    }

    public override string ToString() =>
        $"{Query}\n{string.Join('\n', Documents.Select(document => document.ToJsonString(Readable)))}";
}

/// <summary>What is wrong in a case.</summary>
/// <param name="Kind">Tells apart what has different causes.</param>
internal sealed record DifferentialFailure(string Kind, string Message);
