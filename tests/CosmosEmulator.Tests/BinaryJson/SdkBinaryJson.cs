using System.Reflection;
using System.Text;
using Microsoft.Azure.Cosmos;

namespace DroneDelivery.CosmosEmulator.Tests.BinaryJson;

/// <summary>CosmosBinary as the SDK writes it. Its types are internal.</summary>
internal static class SdkBinaryJson
{
    /// <summary>Arrays of numbers, unsigned 64-bit integers and base64, which the SDK writes only for itself.</summary>
    public const int AllOptions = 7;

    private const byte Binary = 0x80;

    private static readonly Type Format = Find("JsonSerializationFormat");
    private static readonly Type WriteOptions = Find("JsonWriteOptions");
    private static readonly MethodInfo CreateWriter = FindCreate("JsonWriter", Format);
    private static readonly MethodInfo CreateReader = FindCreate("JsonReader", typeof(ReadOnlyMemory<byte>));
    private static readonly MethodInfo WriteAll = Find("IJsonReader").GetMethod("WriteAll")!;
    private static readonly MethodInfo GetResult = Find("IJsonWriter").GetMethod("GetResult")!;

    /// <param name="options">The numbers of JsonWriteOptions.</param>
    public static byte[] Encode(string json, int options = 0)
    {
        var writer = Create(CreateWriter, Enum.ToObject(Format, Binary), Enum.ToObject(WriteOptions, options));
        var reader = Create(CreateReader, new ReadOnlyMemory<byte>(Encoding.UTF8.GetBytes(json)));
        WriteAll.Invoke(reader, [writer]);
        return ((ReadOnlyMemory<byte>)GetResult.Invoke(writer, null)!).ToArray();
    }

    /// <summary>Calls the method with an argument for each parameter of its type, and the defaults of the others.</summary>
    private static object Create(MethodInfo method, params object[] arguments)
    {
        var values = method.GetParameters().Select(parameter =>
            arguments.FirstOrDefault(argument => argument.GetType() == parameter.ParameterType) ?? parameter.DefaultValue);
        return method.Invoke(null, values.ToArray())!;
    }

    private static MethodInfo FindCreate(string type, Type first) => Find(type)
        .GetMethods(BindingFlags.Static | BindingFlags.Public)
        .First(method => method.Name == "Create" && method.GetParameters()[0].ParameterType == first);

    private static Type Find(string name) =>
        typeof(CosmosClient).Assembly.GetType($"Microsoft.Azure.Cosmos.Json.{name}", throwOnError: true)!;
}
