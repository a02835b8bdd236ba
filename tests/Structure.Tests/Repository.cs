using System.Reflection;

namespace DroneDelivery.Structure.Tests;

internal static class Repository
{
    public static string Root { get; } = Path.GetFullPath(typeof(Repository).Assembly
        .GetCustomAttributes<AssemblyMetadataAttribute>().Single(attribute => attribute.Key == "RepositoryRoot").Value!);

    /// <summary>The project files below a folder.</summary>
    public static IReadOnlyList<string> FindProjects(string folder) =>
        Directory.GetFiles(Path.Combine(Root, folder), "*.csproj", SearchOption.AllDirectories);

    /// <summary>The README and the pages of <c>docs/</c>.</summary>
    public static IEnumerable<string> FindPages() =>
        Directory.EnumerateFiles(Path.Combine(Root, "docs"), "*.md", SearchOption.AllDirectories)
            .Append(Path.Combine(Root, "README.md"));

    /// <summary>The C# files below a folder, without those that a build writes.</summary>
    public static IEnumerable<string> FindSources(string folder) =>
        Directory.EnumerateFiles(Path.Combine(Root, folder), "*.cs", SearchOption.AllDirectories)
            .Where(file => !file.Contains("/obj/", StringComparison.Ordinal) && !file.Contains("/bin/", StringComparison.Ordinal));
}
