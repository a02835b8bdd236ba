using System.Collections.ObjectModel;
using System.Reflection;
using Microsoft.Azure.Cosmos;

namespace DroneDelivery.CosmosEmulator.Tests.Partitions;

/// <summary>The hash by which the SDK chooses a partition. Its types are internal.</summary>
internal static class SdkPartitionKey
{
    private const string Keys = "Microsoft.Azure.Documents.Routing.PartitionKeyInternal";
    private const string Definition = "Microsoft.Azure.Documents.PartitionKeyDefinition";

    private static readonly Type Key = Find(Keys);
    private static readonly MethodInfo Read = Key.GetMethod("FromJsonString", BindingFlags.Static | BindingFlags.Public)!;
    private static readonly MethodInfo Hasher = Key.GetMethods()
        .First(method => method.Name == "GetEffectivePartitionKeyString" && method.GetParameters().Length == 2);

    private static readonly object OnePath = CreateDefinition();

    /// <param name="json">The value.</param>
    public static string Hash(string json) =>
        (string)Hasher.Invoke(Read.Invoke(null, [$"[{json}]"]), [OnePath, true])!;

    private static object CreateDefinition()
    {
        var type = Find(Definition);
        var definition = Activator.CreateInstance(type, nonPublic: true)!;
        type.GetProperty("Paths")!.SetValue(definition, new Collection<string> { "/k" });
        var version = type.GetProperty("Version", BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic)!;
        version.SetValue(definition, Enum.ToObject(Nullable.GetUnderlyingType(version.PropertyType) ?? version.PropertyType, 2));
        return definition;
    }

    private static Type Find(string name) => typeof(CosmosClient).Assembly.GetReferencedAssemblies()
        .Select(Assembly.Load).Append(typeof(CosmosClient).Assembly)
        .Select(assembly => assembly.GetType(name)).First(type => type is not null)!;
}
