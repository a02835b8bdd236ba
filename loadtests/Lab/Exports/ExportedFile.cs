using System.Text;

namespace DroneDelivery.LoadTests.Lab.Exports;

/// <param name="Name">Without a folder.</param>
internal sealed record ExportedFile(string Name, ReadOnlyMemory<byte> Content)
{
    public ExportedFile(string name, string text)
        : this(name, Encoding.UTF8.GetBytes(text))
    {
    }
}
