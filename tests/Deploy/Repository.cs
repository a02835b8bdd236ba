using System.Reflection;

namespace DroneDelivery.Deploy.Tests;

/// <summary>Paths in the checkout that the tests were built from.</summary>
internal static class Repository
{
    public static string Root { get; } = Path.GetFullPath(ReadMetadata("RepositoryRoot"));

    /// <summary>The Bicep command line of the package, which is for Linux.</summary>
    public static string BicepProgram { get; } = Path.Combine(ReadMetadata("BicepPath"), "tools", "bicep");

    /// <summary>A file or folder of <c>deploy</c>.</summary>
    public static string Deploy(params string[] path) => Path.Combine([Root, "deploy", .. path]);

    private static string ReadMetadata(string key) => typeof(Repository).Assembly
        .GetCustomAttributes<AssemblyMetadataAttribute>()
        .First(attribute => attribute.Key == key).Value!;
}
