using System.Reflection;

namespace DroneDelivery.Structure.Tests;

internal static class Repository
{
    public static string Root { get; } = Path.GetFullPath(typeof(Repository).Assembly
        .GetCustomAttributes<AssemblyMetadataAttribute>().Single(attribute => attribute.Key == "RepositoryRoot").Value!);

    /// <summary>The project files below a folder.</summary>
    public static IReadOnlyList<string> FindProjects(string folder) =>
        Directory.GetFiles(Path.Combine(Root, folder), "*.csproj", SearchOption.AllDirectories);
}
