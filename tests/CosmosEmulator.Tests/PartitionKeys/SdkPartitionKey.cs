using System.Collections.ObjectModel;
using System.Reflection;
using Microsoft.Azure.Cosmos;

namespace DroneDelivery.CosmosEmulator.Tests.PartitionKeys;

/// <summary>The hash by which the SDK chooses a partition. Its types are internal.</summary>
internal static class SdkPartitionKey
{
    private const string Keys = "Microsoft.Azure.Documents.Routing.PartitionKeyInternal";
    private const string Definition = "Microsoft.Azure.Documents.PartitionKeyDefinition";

    private static readonly Type Key = Find(Keys);
    private static readonly MethodInfo Read = Key.GetMethod("FromJsonString", BindingFlags.Static | BindingFlags.Public)!;
    private static readonly MethodInfo Hasher = Key.GetMethods()
        .First(method => method.Name == "GetEffectivePartitionKeyString" && method.GetParameters().Length == 2);

    private static readonly MethodInfo PrefixRange = Key.GetMethod("GetEPKRangeForPrefixPartitionKey")!;

    private static readonly object OnePath = CreateDefinition("Hash", "/k");
    private static readonly object ThreePaths = CreateDefinition("MultiHash", "/a", "/b", "/c");

    /// <param name="json">The value.</param>
    public static string Hash(string json) => (string)Hasher.Invoke(ReadKey(json), [OnePath, true])!;

    /// <param name="levels">The values of a hierarchical key of three levels, or of its first levels, as JSON.</param>
    public static string HashLevels(params string[] levels) => (string)Hasher.Invoke(ReadKey(levels), [ThreePaths, true])!;

    /// <summary>The range that the SDK asks for when a query names these levels of a key of three.</summary>
    public static (string Min, string Max) FindRange(params string[] levels)
    {
        var range = PrefixRange.Invoke(ReadKey(levels), [ThreePaths])!;
        return (Bound("Min"), Bound("Max"));

        string Bound(string name) => (string)range.GetType().GetProperty(name)!.GetValue(range)!;
    }

    private static object? ReadKey(params string[] levels) => Read.Invoke(null, [$"[{string.Join(',', levels)}]"]);

    private static object CreateDefinition(string kind, params string[] paths)
    {
        var type = Find(Definition);
        var definition = Activator.CreateInstance(type, nonPublic: true)!;
        Set("Paths", _ => new Collection<string>(paths));
        Set("Kind", property => Enum.Parse(property, kind));
        Set("Version", property => Enum.ToObject(Nullable.GetUnderlyingType(property) ?? property, 2));
        return definition;

        void Set(string name, Func<Type, object> create)
        {
            var property = type.GetProperty(name, BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic)!;
            property.SetValue(definition, create(property.PropertyType));
        }
    }

    private static Type Find(string name) => typeof(CosmosClient).Assembly.GetReferencedAssemblies()
        .Select(Assembly.Load).Append(typeof(CosmosClient).Assembly)
        .Select(assembly => assembly.GetType(name)).First(type => type is not null)!;
}
