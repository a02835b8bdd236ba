namespace DroneDelivery.Structure.Tests;

/// <summary>
/// Finds folders that need each other: the strongly connected components of their references with more than one member.
/// </summary>
internal static class FolderCircles
{
    public static IEnumerable<string> Find(IEnumerable<(string From, string To)> references)
    {
        var next = references.ToLookup(reference => reference.From, reference => reference.To);
        var reachable = next.ToDictionary(from => from.Key, from => FindReachable(from.Key, next));
        return reachable.Keys
            .Select(folder => reachable[folder].Where(other => reachable.GetValueOrDefault(other)?.Contains(folder) == true))
            .Select(circle => string.Join(", ", circle.Order(StringComparer.Ordinal)))
            .Where(circle => circle.Length > 0)
            .Distinct();
    }

    // A folder reaches itself only along a circle.
    private static HashSet<string> FindReachable(string start, ILookup<string, string> next)
    {
        var found = new HashSet<string>();
        var open = new Stack<string>(next[start]);
        while (open.TryPop(out var folder))
        {
            if (found.Add(folder))
            {
                foreach (var other in next[folder])
                {
                    open.Push(other);
                }
            }
        }

        return found;
    }
}
