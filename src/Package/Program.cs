using DroneDelivery.Package;
using DroneDelivery.Package.Items;
using DroneDelivery.Package.Parcels;
using DroneDelivery.ServiceDefaults;

return await ServiceProgram.RunAsync(args, PackageService.Identity, Build);

static WebApplication Build(WebApplicationBuilder builder)
{
    builder.AddServiceDefaults(PackageService.Identity);
    builder.AddParcels();
    builder.AddItems();

    var app = builder.Build();
    app.UseServiceDefaults();
    app.MapPackages();
    app.MapItems();
    return app;
}
