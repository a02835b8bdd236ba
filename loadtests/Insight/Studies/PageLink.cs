namespace DroneDelivery.LoadTests.Insight.Studies;

/// <summary>A link from one page to another.</summary>
/// <param name="Address">Relative to the page with the link.</param>
public sealed record PageLink(string Text, string Address)
{
    /// <summary>
    /// Null if the target is neither in the folder of the page or below it, nor directly in a folder above it: the address would
    /// contain names of folders that have nothing to do with the runs.
    /// </summary>
    public static PageLink? Create(string text, string page, string target)
    {
        var parts = Path.GetRelativePath(Path.GetDirectoryName(page)!, target).Split(Path.DirectorySeparatorChar);
        var ups = parts.TakeWhile(part => part == "..").Count();
        return !Path.IsPathRooted(parts[0]) && (ups == 0 || ups == parts.Length - 1)
            ? new PageLink(text, string.Join('/', parts.Select(Uri.EscapeDataString)))
            : null;
    }
}
